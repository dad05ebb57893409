// Goes through the records of a file of JSON lines; prints for each how many cards are open at
// most, at how many steps a hand and its count differ, and the totals of the last view.
import { readFileSync } from 'node:fs';

const [, , modules, path] = process.argv;
const { stepsOf } = await import(`${modules}/replay.js`);
const count = (hands) => Object.values(hands).reduce((sum, hand) => sum + hand.length, 0);

function course(record) {
  const steps = stepsOf(record);
  const most = Math.max(...steps.map(({ hands }) => count(hands)));
  const wrong = steps.filter(({ view, hands }) =>
    Object.keys(hands).some((seat) => hands[seat].length !== view.counts[seat])).length;
  return { most, wrong, totals: steps[steps.length - 1].view.totals };
}

console.log(JSON.stringify(readFileSync(path, 'utf8').trim().split('\n').map((line) => course(JSON.parse(line)))));
