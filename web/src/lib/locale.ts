import { settings, type Settings } from './settings.svelte';

/** As Europeans write days and hours, where the browser's person has not said otherwise. */
const FALLBACK: Record<Settings['language'], string> = { en: 'en-GB', it: 'it-IT' };
/** Some systems' names for their language ("en-US@posix") are no tags, and formatting throws at them. */
const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

/** How days, hours and numbers are written: as this browser's person does, as far as that is in the page's language. */
export function localeFor(language: Settings['language'], preferred: readonly string[]): string {
  return preferred.find((tag) => TAG.test(tag) && tag.toLowerCase().split('-')[0] === language) ?? FALLBACK[language];
}

const locale = (): string => localeFor(settings.language, navigator.languages ?? [navigator.language]);

export const dayWords = (ms: number, style: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }): string =>
  new Date(ms).toLocaleDateString(locale(), style);
export const hourWords = (ms: number): string => new Date(ms).toLocaleTimeString(locale(), { timeStyle: 'short' });
export const momentWords = (ms: number): string =>
  new Date(ms).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
export const numberWords = (value: number): string => value.toLocaleString(locale());
