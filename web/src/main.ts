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
loadLanguage().catch(() => {}).finally(() => mount(App, { target }));
// The page is shown first; what it needs without a network comes behind it.
if (home.isLocal) void import('./home/offline').then(({ keepOffline }) => keepOffline());
