// Sorts the hands of a file of JSON lines, [cards, trump or null], and prints them sorted.
import { readFileSync } from 'node:fs';

const [, , modules, path] = process.argv;
const { sortHand } = await import(`${modules}/cards.js`);
const lines = readFileSync(path, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
console.log(JSON.stringify(lines.map(([hand, trump]) => sortHand(hand, trump))));
