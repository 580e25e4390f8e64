import assert from 'node:assert/strict';
import { type ExactValue } from '../../../../src/base/cells.ts';
import { parseExact } from '../../../../src/base/exactJson.ts';
import { matchFilters, repeatsFilters } from '../../../../src/datastore/client/filterCheck.ts';
import type { Page } from '../../../../src/datastore/wire/model.ts';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';

/** A page of records with one field `f`. */
function pageOf(type: string, values: readonly ExactValue[]): Page {
  return {
    fields: [
      { id: '_id', type: 'int' },
      { id: 'f', type },
    ],
    rows: values.map((value, place) => [place + 1, value]),
    ...{ guessesFields: false, leftOutFields: false, totalIsEstimate: false, lossyText: false },
    ...{ host: 'ckan.test', size: 1, elapsedMs: 1 },
  };
}

type Case = readonly [type: string, filter: string, values: string];

const check = ([type, filter, values]: Case) =>
  matchFilters(pageOf(type, parseExact(values) as ExactValue[]), {
    resourceId: 'r',
    filters: conditionsOf(/^\[?\{/.test(filter) ? filter : `{"f":${filter}}`),
  });

describe('records and the filters that they were asked for', () => {
  const applied: readonly Case[] = [
    ['text', '"oak"', '["oak","Oak ","OAK"]'],
    ['text', '"cafe"', '["café","Cafe\u0301"]'],
    ['text', '["oak","elm"]', '["elm","oak","oak"]'],
    ['text', '1', '["1","1.0"]'],
    ['text', '["a",null]', '["a",null]'],
    ['text', 'null', '[null]'],
    ['text', '"2024-01-02"', '["2024-01-02","2024-01-02T00:00:00"]'],
    ['numeric', '1', '[1,1.0,"1","1.00"]'],
    ['numeric', '1e3', '[1000]'],
    ['int8', '9007199254740993', '[9007199254740993]'],
    ['bool', 'true', '[true,"t","True",1]'],
    ['bool', 'false', '["f",0,"no"]'],
    ['date', '"2024-01-02"', '["2024-01-02"]'],
    ['date', '"2024-01-02"', '["2024-01-02T00:00:00"]'],
    ['timestamp', '"2024-01-02"', '["2024-01-02T00:00:00","2024-01-02T13:30:00"]'],
    ['timestamp', '"2024-01-02T00:00:00"', '["2024-01-02"]'],
    ['timestamp', '"2024-01-02 10:00"', '["2024-01-02T10:00:00.000Z"]'],
    ['timestamp', '["2024-01-02","2024-01-03"]', '["2024-01-03T00:00:00"]'],
    ['_int4', '[1]', '[[1],[1]]'],
    ['_text', '"{a,b}"', '["{a,b}"]'],
    ['json', '{"f":[{"a":1}]}', '[{"a":1}]'],
    ['text', '{"$or":[{"f":"oak"},{"f":"elm"}]}', '["oak","elm"]'],
    ['text', '{"$and":[{"f":["oak","elm"]},{"f":"oak"}]}', '["oak"]'],
    ['text', '{"f":"oak"}', '[]'],
    ['date', '{"f":{"gte":"2024-01-02"}}', '[]'],
  ];
  for (const each of applied)
    it(`match: ${each.join(' ')}`, () => {
      assert.equal(check(each), true);
    });

  const ignored: readonly Case[] = [
    ['text', '"oak"', '["oak","elm"]'],
    ['text', '"oak"', '["elm"]'],
    ['text', '"oak"', '["oak",null]'],
    ['numeric', '1', '[1,2]'],
    ['numeric', '[]', '[1]'],
    ['bool', 'true', '[true,false]'],
    ['date', '"2024-01-02"', '["2024-01-02","2024-01-03"]'],
    ['date', '"2024-01-02"', '["02.01.2024","03.01.2024"]'],
    ['date', '["2024-01-02","2024-01-03"]', '["2024-01-01","2024-01-02","2024-01-03"]'],
    ['date', '"2024-01-02"', '["2024-01-02",null]'],
    ['timestamp', '"2024-01-02T00:00:00"', '["2024-01-01T00:00:00","2024-01-02T00:00:00"]'],
    ['timestamp', '"2024-01-02"', '["2024-01-02T10:00:00","2024-01-03T10:00:00"]'],
    ['time', '"10:00"', '["10:00:00","11:00:00"]'],
    ['_int4', '[1]', '[[1],[2]]'],
    ['_int4', '[1,2]', '[[1],[2],[3]]'],
    ['json', '"a"', '[{"a":1},{"b":1}]'],
    ['_text', '{"f":[["a"]]}', '[["a"],["b"]]'],
    ['text', '{"$or":[{"f":"oak"}]}', '["oak","elm"]'],
    ['numeric', '{"$or":[{"f":1},{"f":2}]}', '[1,2,3]'],
    ['text', '{"$or":[{"f":"oak","_id":1},{"f":"elm"}]}', '["oak","oak"]'],
    ['date', '{"$and":[{"f":"2024-01-02"}]}', '["2024-01-02","2024-01-03"]'],
    ['text', '[{"f":"oak"}]', '["elm"]'],
  ];
  for (const [type, filter, values] of ignored)
    it(`contradict each other: ${type} ${filter} ${values}`, () => {
      assert.equal(check([type, filter, values]), false);
    });

  const unproven: readonly Case[] = [
    ['date', '"2024-01-02"', '["02.01.2024"]'],
    ['date', '"2024-01-02"', '["2024-01-01T23:00:00Z"]'],
    ['date', '"2024-01-02"', '[null]'],
    ['numeric', '1', '["1,00 €"]'],
    ['bool', 'true', '["ja"]'],
    ['_int4', '[1]', '[[1,2]]'],
    ['_int4', '[1,2]', '[[1,3]]'],
    ['text', '{"other":"oak"}', '["oak"]'],
    ['text', '{"f":{"gte":"m"}}', '["a"]'],
    ['text', '{"f":{"in":["a"]}}', '["a"]'],
    ['text', '{"f":"oak","other":1}', '["oak"]'],
    ['date', '{"$or":[{"f":"2024-01-02"},{"f":"2024-01-03"}]}', '["2024-01-02","02.01.2024","03.01.2024"]'],
    ['text', `{"$or":[${Array.from({ length: 101 }, () => '{"f":"oak"}').join()}]}`, '["elm"]'],
  ];
  for (const each of unproven)
    it(`say nothing about each other: ${each.join(' ').slice(0, 100)}`, () => {
      assert.equal(check(each), undefined);
    });

  const echoes: [echo: string, isRepeated: boolean][] = [
    ['{"f":1}', true],
    ['"{\\"f\\":1}"', true],
    ['[{"f":1}]', true],
    ['{}', false],
    ['[]', false],
    ['""', false],
    ['null', false],
    ['true', false],
  ];
  for (const [echo, isRepeated] of echoes)
    it(`are ${isRepeated ? '' : 'not '}repeated by ${echo}`, () => {
      assert.equal(repeatsFilters(parseExact(echo)), isRepeated);
    });
});
