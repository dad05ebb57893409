// Folds courses, read as JSON lines from a file, with the browser's own module; prints as JSON,
// for each of them, where the view first goes astray, or null. Kinds named after the file are
// not folded in: a planted fault.
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

const [, , modules, path, ...deaf] = process.argv;
const { after } = await import(`${modules}/view.js`);
const { customsOf } = await import(`${modules}/customs.js`);

function firstDifference({ view, steps }) {
  const customs = customsOf(view.rules);
  for (const step of steps) {
    for (const event of step.events) {
      if (!deaf.includes(event.k)) view = after(view, event, customs);
    }
    const seen = { ...view, legal: [] };
    const wrong = Object.keys(step.view).filter((key) => !isDeepStrictEqual(seen[key], step.view[key]));
    if (Object.keys(seen).length !== Object.keys(step.view).length) wrong.push('keys');
    if (wrong.length) return `after ${step.events.map((event) => event.k)}: ${wrong}`;
  }
  return null;
}

const courses = readFileSync(path, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
console.log(JSON.stringify(courses.map(firstDifference)));
