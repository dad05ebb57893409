/** A soft sound and a short vibration when it is one's turn. */

/** @typedef {import('./settings.js').Settings} Settings */

/** Frequencies in hertz, one after the other. */
const TURN = [523, 659];
const HURRY = [880];
const NOTE_S = 0.14;
const LOUD = 0.12;

export class Sounds {
  /** @param {Settings} settings */
  constructor(settings) {
    this._settings = settings;
    /** @type {AudioContext | null} */
    this._audio = null;
    this._touched = false;
    // A browser lets a page be heard only after somebody has touched it.
    const touched = () => this._wake();
    document.addEventListener('click', touched, { once: true });
    document.addEventListener('keydown', touched, { once: true });
  }

  /** Tells somebody that it is his turn. */
  turn() {
    this._play(TURN);
    if (this._touched && this._settings.on('vibration') && navigator.vibrate) navigator.vibrate(80);
  }

  /** Tells somebody that his time is nearly up. */
  hurry() {
    this._play(HURRY);
  }

  _wake() {
    this._touched = true;
    const Audio = window.AudioContext || /** @type {any} */ (window).webkitAudioContext;
    if (Audio && !this._audio) this._audio = new Audio();
  }

  /** @param {number[]} notes */
  _play(notes) {
    const audio = this._audio;
    if (!audio || !this._settings.on('sound')) return;
    notes.forEach((frequency, place) => {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      const start = audio.currentTime + place * NOTE_S;
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(LOUD, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_S);
      tone.connect(volume);
      volume.connect(audio.destination);
      tone.start(start);
      tone.stop(start + NOTE_S);
    });
  }
}
