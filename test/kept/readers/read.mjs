// Parses each module, and tells what it asks: the value of query.
import { readFileSync } from 'node:fs';
import vm from 'node:vm';

for (const path of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const text = readFileSync(path, 'utf8');
  try {
    new vm.SourceTextModule(text);
    const literal = /^const query = ([^]*?);\nconst limit = /m.exec(text)[1];
    console.log(JSON.stringify({ path, asked: vm.runInThisContext(`(${literal})`) }));
  } catch (error) {
    console.log(JSON.stringify({ path, problem: String(error) }));
  }
}
