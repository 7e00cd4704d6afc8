import { launch } from './browser.mjs';
import { Server } from './server.mjs';
import { sitDown, moveByMouse, untilMyTurn, playOut, clickCell, pick, legalCells } from './table.mjs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const out = process.argv[2]; mkdirSync(out, { recursive: true });
const server = new Server(); await server.start(); const browser = await launch();
mkdirSync(join(server.data, 'results'));
const pl = (name, r, e) => ({ player: name, control: '100ms', games: 240, faults: 0, score: { value: 0.5 + r / 900, error: 0.05 }, rating: { value: r, error: e } });
writeFileSync(join(server.data, 'results', 'andantino-round-robin.json'), JSON.stringify({ game: 'andantino', scheduled: 1200, finished: 960, players: [pl('partita', 190, 35), pl('sweere-groups', 20, 28), pl('aboukhadra', -40, 30), pl('rao-fn2,killers=off', -170, 44)], endings: { five: 800, enclosure: 160 } }));
const ME={kind:'human'}, E2={kind:'engine',level:2};
// prepare games once, in a desktop context, remember storage
const prep = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
const page = await prep.newPage();
const games = {};
const make = async (name, req, moves, end) => { const g = await sitDown(page, server.base, req); for (let i=0;i<moves;i++){ if(!(await untilMyTurn(page))) break; await moveByMouse(page);} if(end) await playOut(page, moveByMouse); games[name]=g.game_id; };
await make('andantino', { game:'andantino', seats:[ME,E2] }, 8);
await make('omega4', { game:'omega', rules:{side:'5',players:'4'}, seats:[ME,E2,E2,E2] }, 8);
await make('tafl', { game:'tafl', seats:[ME,E2], clock:{initial_ms:600000,increment_ms:5000} }, 4);
await make('omegaover', { game:'omega', rules:{side:'4',players:'2'}, seats:[ME,E2] }, 0, true);
await make('taflover', { game:'tafl', seats:[E2,ME] }, 0, true);
await make('friend', { game:'andantino', seats:[ME,{kind:'friend'}] }, 0);
const state = await prep.storageState();
await prep.close();
const pages = { home:'/', new_andantino:'/new/andantino', new_omega:'/new/omega', new_tafl:'/new/tafl', game_andantino:`/game/${games.andantino}`, game_omega4:`/game/${games.omega4}`, game_tafl:`/game/${games.tafl}`, over_omega:`/game/${games.omegaover}`, over_tafl:`/game/${games.taflover}`, friend:`/game/${games.friend}`, join:`/join/${games.friend}#x`, analysis:`/analysis/${games.andantino}`, analysis_omega:`/analysis/${games.omega4}`, analysis_tafl:`/analysis/${games.tafl}`, review:`/review/${games.andantino}`, learn:'/learn', lesson:'/learn/omega', puzzle:'/puzzles/andantino', puzzle_omega:'/puzzles/omega', arena:'/arena', lost:'/nothing/here' };
const only = process.argv[3] ? process.argv[3].split(',') : Object.keys(pages).concat(['settings','help']);
const themes=(process.env.THEMES??'light,dark').split(','); const sizes=(process.env.SIZES??'360x740,1280x800,2560x1400').split(',');
for (const colorScheme of themes) for (const size of sizes) {
  const [width,height]=size.split('x').map(Number);
  const ctx = await browser.newContext({ viewport:{width,height}, colorScheme, locale:'en-GB', hasTouch: width<500, isMobile: width<500, storageState: state, deviceScaleFactor: 1 });
  const p = await ctx.newPage();
  p.on('pageerror', e=>console.log('PAGEERROR', String(e)));
  for (const name of only) {
    if (name==='settings'||name==='help') { await p.goto(server.base); await p.waitForTimeout(400); await p.getByRole('button',{name: name==='help'?'Help and keys':'Settings'}).click(); await p.waitForTimeout(300); }
    else { await p.goto(server.base + pages[name]); await p.waitForTimeout(name==='review'?3500:1300); }
    const wide = await p.evaluate(()=>document.documentElement.scrollWidth>screen.width+1 && screen.width<500);
    if (wide) console.log('TOO WIDE', name, width);
    const small = width<500 ? await p.evaluate(()=>[...document.querySelectorAll('button,a.button,select,input:not([type=checkbox]):not([type=radio]),.top nav a')].filter(e=>{const r=e.getBoundingClientRect();return r.width>0&&r.height>0&&r.height<43.5}).map(e=>`${e.tagName} ${e.className} ${(e.textContent||'').trim().slice(0,20)} ${Math.round(e.getBoundingClientRect().height)}`).slice(0,6)) : [];
    if (small.length) console.log('SMALL', name, small.join(' | '));
    await p.screenshot({ path: `${out}/${name}_${width}_${colorScheme}.png`, fullPage: process.env.FULL==='1' && width<500 });
  }
  await ctx.close();
}
await browser.close(); await server.end();
