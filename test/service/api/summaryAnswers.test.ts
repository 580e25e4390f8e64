/** Random summaries of files beside exact arithmetic; `npm run test:answers` has more, of all engines. */
import { type AnswerSite, fileSite } from '../../answers/answerSites.ts';
import { compareAnswer } from '../../answers/comparedAnswer.ts';
import { randomQuestion, randomTable } from '../../answers/randomSummaries.ts';

const TABLES = 6;
const OF_A_TABLE = 10;

describe('random summaries', () => {
  let site: AnswerSite;
  before(async () => {
    site = await fileSite();
  });
  after(() => site.close());

  for (let number = 0; number < TABLES; number += 1)
    it(`of table ${String(number)} are exact`, async () => {
      const table = randomTable(number);
      await site.create(table);
      for (let each = number * OF_A_TABLE; each < (number + 1) * OF_A_TABLE; each += 1)
        await compareAnswer(site.served, site.served.id(table.name), table, randomQuestion(table, each));
    });
});
