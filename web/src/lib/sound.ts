import { settings } from './settings.svelte';

let context: AudioContext | null = null;

/** A soft wooden knock, made on the spot; low, and silent where it is switched off. */
export function knock(pitch = 1): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.setValueAtTime(320 * pitch, now);
  tone.frequency.exponentialRampToValueAtTime(140 * pitch, now + 0.06);
  volume.gain.setValueAtTime(0.05, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.13);
}
