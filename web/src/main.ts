import { mount } from 'svelte';
import App from './App.svelte';
import { loadLanguage } from './i18n/messages.svelte';
import { home } from './net/home';
import './app.css';

// A static site's page is told with it where its files are; from here on fragments are of the page's own address again.
document.querySelector('base')?.remove();
const target = document.getElementById('app');
if (!target) throw new Error('no #app');
// In English if the chosen words cannot be fetched.
const show = () =>
  loadLanguage()
    .catch(() => {})
    .finally(() => mount(App, { target }));

/** The page of a static site: a newer version comes before it, what it needs without a network behind it. */
async function showLocally(): Promise<void> {
  const offline = import('./home/offline');
  if (navigator.serviceWorker?.controller) await offline.then(({ takeOver }) => takeOver()).catch(() => {});
  await show();
  await (await offline).keepOffline();
}
void (home.isLocal ? showLocally() : show());
