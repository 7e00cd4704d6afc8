/** Games of a page without a server, in this browser's own database: their records as the engine tells them, by id. */
const NAME = 'partita';
const GAMES = 'games';

const answered = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no storage'));
  });

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(GAMES);
  return answered(request);
}

/** None where this browser keeps nothing. */
export async function keptGames(): Promise<string[]> {
  try {
    const database = await opened();
    const games = await answered<string[]>(database.transaction(GAMES).objectStore(GAMES).getAll());
    database.close();
    return games;
  } catch {
    return [];
  }
}

/** Changes of one game follow each other: the last one stands. */
let last: Promise<unknown> = Promise.resolve();
export function keepGame(id: string, record: string): Promise<unknown> {
  last = last
    .then(async () => {
      const database = await opened();
      await answered(database.transaction(GAMES, 'readwrite').objectStore(GAMES).put(record, id));
      database.close();
    })
    .catch(() => {
      // A private window may keep nothing: then games last as long as the page.
    });
  return last;
}
