/** Joins with what they must answer. */
import {
  at,
  byNumber,
  byText,
  type Cell,
  compare,
  dateOf,
  days,
  exact,
  groups,
  joined,
  leftJoined,
  minus,
  plus,
  type Row,
  shown,
  sum,
  times,
} from './exactTables.ts';
import { TABLES } from './sampleTables.ts';

export interface JoinCase {
  readonly sql: string;
  readonly answer: () => readonly (readonly Cell[])[];
}

const { lessons, teachers, rooms, bookings } = TABLES;

const same =
  (one: string, other: string) =>
  (left: Row, right: Row): boolean =>
    at(left, one) !== null && at(left, one) === at(right, other);

const cells = (rows: readonly Row[], ...names: readonly string[]): Cell[][] =>
  rows.map((row) => names.map((name) => at(row, name)));

const number = (row: Row, name: string): number => Number(at(row, name) ?? NaN);
const byId = byNumber((row) => at(row, 'id'));
const byIdAnd = (name: string) => (one: Row, other: Row) =>
  byId(one, other) || byNumber((row) => at(row, name))(one, other);

const taught = joined(lessons, teachers, 't_', same('teacher', 'id'));
const taughtOrNot = leftJoined(lessons, teachers, 't_', same('teacher', 'id'));
const booked = joined(lessons, bookings, 'b_', same('id', 'lesson')).toSorted(byIdAnd('b_number'));
const bookedOrNot = leftJoined(lessons, bookings, 'b_', same('id', 'lesson')).toSorted(byIdAnd('b_number'));
const TAUGHT = 'lessons l join teachers t on l.teacher = t.id';
const BOOKED = 'lessons l join bookings b on b.lesson = l.id';

/** Sums of one field by groups, in the order of the groups. */
function sums(rows: readonly Row[], key: string, field: string): Cell[][] {
  return [...groups(rows, (row) => at(row, key))]
    .map(([name, some]) => ({ name, sum: sum(some.map((row) => at(row, field))) }))
    .toSorted(byText((row) => at(row, 'name')))
    .map(({ name, sum: total }) => [name, total]);
}

function exactly(row: Row, one: string, other: string, work: typeof plus): Cell {
  const [first, second] = [at(row, one), at(row, other)];
  return first === null || second === null ? null : shown(work(exact(first), exact(second)));
}

const higher = (one: Cell, other: Cell): boolean =>
  one !== null && other !== null && compare(exact(one), exact(other)) > 0;

/** Each record with those before it in its group, in the order of the records. */
function before(rows: readonly Row[], key: string): { readonly row: Row; readonly earlier: readonly Row[] }[] {
  return rows.map((row, index) => ({
    row,
    earlier: rows.slice(0, index).filter((other) => at(other, key) === at(row, key)),
  }));
}

export const JOINS: readonly JoinCase[] = [
  { sql: `select l.id, t.name from ${TAUGHT} order by l.id`, answer: () => cells(taught, 'id', 't_name') },
  {
    sql: 'select l.id, t.name, t.pay from lessons l left join teachers t on l.teacher = t.id order by l.id',
    answer: () => cells(taughtOrNot, 'id', 't_name', 't_pay'),
  },
  {
    sql: 'select t.id, l.id as lesson from lessons l right join teachers t on l.teacher = t.id order by t.id, l.id',
    answer: () =>
      cells(leftJoined(teachers, lessons, 'l_', same('id', 'teacher')).toSorted(byIdAnd('l_id')), 'id', 'l_id'),
  },
  {
    sql: `select l.id, t.id as teacher from lessons l full join teachers t on l.teacher = t.id
      where l.id is null or t.id is null order by l.id, t.id`,
    answer: () => [
      ...cells(
        taughtOrNot.filter((row) => at(row, 't_id') === null),
        'id',
        't_id',
      ),
      ...teachers
        .filter(({ id }) => lessons.every((row) => at(row, 'teacher') !== id))
        .map((row) => [null, at(row, 'id')]),
    ],
  },
  {
    sql: `select count(*) as n from teachers cross join rooms`,
    answer: () => [[String(teachers.length * rooms.length)]],
  },
  {
    sql: `select l.id, r.seats from lessons l join (select code as room, seats from rooms) r using (room) order by l.id`,
    answer: () => cells(joined(lessons, rooms, 'r_', same('room', 'code')), 'id', 'r_seats'),
  },
  {
    sql: `select l.id, t.name, r.seats from ${TAUGHT} left join rooms r on r.code = l.room where t.name <> 'Ada' order by 1`,
    answer: () =>
      cells(
        leftJoined(taught, rooms, 'r_', same('room', 'code')).filter((row) => at(row, 't_name') !== 'Ada'),
        ...['id', 't_name', 'r_seats'],
      ),
  },
  {
    sql: `select a.id, b.id as other from lessons a join lessons b on a.room = b.room and a.id < b.id order by 1, 2`,
    answer: () =>
      cells(
        joined(lessons, lessons, 'b_', (a, b) => same('room', 'room')(a, b) && byId(a, b) < 0),
        'id',
        'b_id',
      ),
  },
  {
    sql: `select a.id, count(*) as n from lessons a join lessons b on a.title is not distinct from b.title group by 1 order by 1`,
    answer: () =>
      lessons.map((a) => [at(a, 'id'), String(lessons.filter((b) => at(a, 'title') === at(b, 'title')).length)]),
  },
  {
    sql: `select t.name, sum(l.fee) as x from ${TAUGHT} group by t.name order by 1`,
    answer: () => sums(taught, 't_name', 'fee'),
  },
  {
    sql: `select l.id, l.fee - t.pay as x from ${TAUGHT} order by 1`,
    answer: () => taught.map((row) => [at(row, 'id'), exactly(row, 'fee', 't_pay', minus)]),
  },
  {
    sql: `select l.id, l.fee * l.minutes as x from ${TAUGHT} order by 1`,
    answer: () => taught.map((row) => [at(row, 'id'), exactly(row, 'fee', 'minutes', times)]),
  },
  {
    sql: `select t.id, sum(l.fee * l.minutes) as x from ${TAUGHT} where l.fee is not null group by t.id order by 1`,
    answer: () => {
      const priced = taught.flatMap((row) =>
        at(row, 'fee') === null ? [] : [{ ...row, x: exactly(row, 'fee', 'minutes', times) }],
      );
      return sums(priced, 't_id', 'x').toSorted(([one], [other]) => Number(one) - Number(other));
    },
  },
  {
    sql: `select l.id, b.number from lessons l join bookings b on l.fee = b.price order by 1, 2`,
    answer: () =>
      cells(joined(lessons, bookings, 'b_', same('fee', 'price')).toSorted(byIdAnd('b_number')), 'id', 'b_number'),
  },
  {
    sql: `select t.id, count(*) as n from teachers t join lessons l on l.fee > t.pay group by t.id order by 1`,
    answer: () =>
      teachers
        .map((t) => [at(t, 'id'), String(lessons.filter((l) => higher(at(l, 'fee'), at(t, 'pay'))).length)])
        .filter(([, n]) => n !== '0'),
  },
  {
    sql: `select l.room, min(l.fee) as low, max(b.price) as high from ${BOOKED} group by l.room order by 1`,
    answer: () =>
      [...groups(booked, (row) => at(row, 'room'))]
        .map(([room, rows]) => {
          const sorted = (name: string): Row[] =>
            rows.filter((row) => at(row, name) !== null).toSorted(byNumber((row) => at(row, name)));
          return { room, low: at(sorted('fee')[0] ?? {}, 'fee'), high: at(sorted('b_price').at(-1) ?? {}, 'b_price') };
        })
        .toSorted(byText((row) => at(row, 'room')))
        .map(({ room, low, high }) => [room, low, high]),
  },
  {
    sql: `select b.number, b.price from bookings b join lessons l on b.lesson = l.id order by b.price desc nulls last, b.number limit 9 offset 2`,
    answer: () =>
      cells(
        joined(bookings, lessons, 'l_', same('lesson', 'id'))
          .filter((row) => at(row, 'price') !== null)
          .toSorted(
            (one, other) =>
              -byNumber((row) => at(row, 'price'))(one, other) || number(one, 'number') - number(other, 'number'),
          )
          .slice(2, 11),
        ...['number', 'price'],
      ),
  },
  {
    sql: `select l.id, b.number, b.price from ${BOOKED} order by 1, 2`,
    answer: () => cells(booked, 'id', 'b_number', 'b_price'),
  },
  {
    sql: `select l.id, l.title from lessons l left join bookings b on b.lesson = l.id where b.lesson is null order by 1`,
    answer: () =>
      cells(
        bookedOrNot.filter((row) => at(row, 'b_lesson') === null),
        'id',
        'title',
      ),
  },
  {
    sql: `select l.id from lessons l where exists (select 1 from bookings b where b.lesson = l.id and b.paid) order by 1`,
    answer: () =>
      cells(
        lessons.filter((l) => bookings.some((b) => same('id', 'lesson')(l, b) && at(b, 'paid') === 'true')),
        'id',
      ),
  },
  {
    sql: `select id from lessons anti join (select lesson as id from bookings) using (id) order by 1`,
    answer: () =>
      cells(
        lessons.filter((l) => !bookings.some((b) => same('id', 'lesson')(l, b))),
        'id',
      ),
  },
  {
    sql: `select l.title, sum(b.price) as x from ${BOOKED} group by l.title order by 1`,
    answer: () => sums(booked, 'title', 'b_price'),
  },
  {
    sql: `select b.number, l.fee + b.price as x from ${BOOKED} order by 1`,
    answer: () =>
      booked
        .map((row) => [at(row, 'b_number'), exactly(row, 'fee', 'b_price', plus)])
        .toSorted(([one], [other]) => Number(one) - Number(other)),
  },
  {
    sql: `select l.id, sum(case when b.paid then b.price else 0 end) as x from ${BOOKED} group by 1 order by 1`,
    answer: () =>
      sums(
        booked.map((row) => ({ ...row, x: at(row, 'b_paid') === 'true' ? at(row, 'b_price') : '0.0000000000' })),
        'id',
        'x',
      ).toSorted(([one], [other]) => Number(one) - Number(other)),
  },
  {
    sql: `select l.id, (select sum(b.price) from bookings b where b.lesson = l.id) as x from lessons l order by 1`,
    answer: () =>
      lessons.map((l) => [
        at(l, 'id'),
        sum(bookings.filter((b) => same('id', 'lesson')(l, b)).map((b) => at(b, 'price'))),
      ]),
  },
  {
    sql: `select l.id, x.n from lessons l, lateral (select count(*) as n from bookings b where b.lesson = l.id) x where x.n > 0 order by 1`,
    answer: () =>
      lessons
        .map((l) => [at(l, 'id'), String(bookings.filter((b) => same('id', 'lesson')(l, b)).length)])
        .filter(([, n]) => n !== '0'),
  },
  {
    sql: `select l.id from lessons l intersect select lesson from bookings order by 1`,
    answer: () =>
      cells(
        lessons.filter((l) => bookings.some((b) => same('id', 'lesson')(l, b))),
        'id',
      ),
  },
  {
    sql: `select sum(x) as x from (select fee as x from lessons union all select price from bookings)`,
    answer: () => [[sum([...lessons.map((row) => at(row, 'fee')), ...bookings.map((row) => at(row, 'price'))])]],
  },
  {
    sql: `select l.title, count(distinct l.teacher) as n from ${BOOKED} group by l.title having count(distinct l.teacher) > 1 order by 1`,
    answer: () =>
      [...groups(booked, (row) => at(row, 'title'))]
        .map(([title, rows]) => ({
          title,
          n: new Set(rows.map((row) => at(row, 'teacher')).filter((each) => each !== null)).size,
        }))
        .filter(({ n }) => n > 1)
        .map(({ title, n }) => ({ title, n: String(n) }))
        .toSorted(byText((row) => at(row, 'title')))
        .map(({ title, n }) => [title, n]),
  },
  {
    sql: `select l.id, row_number() over (partition by t.id order by l.id) as n from ${TAUGHT} order by 1`,
    answer: () => before(taught, 't_id').map(({ row, earlier }) => [at(row, 'id'), String(earlier.length + 1)]),
  },
  {
    sql: `select l.id, b.number, sum(b.price) over (partition by l.room order by l.id, b.number) as x from ${BOOKED} order by 1, 2`,
    answer: () =>
      before(booked, 'room').map(({ row, earlier }) => [
        ...[at(row, 'id'), at(row, 'b_number')],
        sum([...earlier, row].map((each) => at(each, 'b_price'))),
      ]),
  },
  {
    sql: `select l.id, l.day - lag(l.day) over (partition by t.id order by l.id) as x from ${TAUGHT} order by 1`,
    answer: () =>
      before(taught, 't_id').map(({ row, earlier }) => {
        const last = earlier.at(-1);
        return [
          at(row, 'id'),
          last === undefined ? null : String(days(at(row, 'day') ?? '') - days(at(last, 'day') ?? '')),
        ];
      }),
  },
  {
    sql: `select l.id, rank() over (order by r.seats desc) as n from lessons l join rooms r on r.code = l.room order by 1`,
    answer: () => {
      const seated = joined(lessons, rooms, 'r_', same('room', 'code'));
      return seated.map((row) => [
        at(row, 'id'),
        String(1 + seated.filter((other) => number(other, 'r_seats') > number(row, 'r_seats')).length),
      ]);
    },
  },
  {
    sql: `with paid as (select lesson, sum(price) as x from bookings where paid group by lesson),
      fees as (select id, teacher, fee from lessons where fee is not null)
      select f.id, f.fee - p.x as rest from fees f join paid p on p.lesson = f.id order by 1`,
    answer: () =>
      lessons.flatMap((l) => {
        const paid = bookings.filter((b) => same('id', 'lesson')(l, b) && at(b, 'paid') === 'true');
        const fee = at(l, 'fee');
        if (fee === null || paid.length === 0) return [];
        const total = sum(paid.map((b) => at(b, 'price')));
        return [[at(l, 'id'), total === null ? null : shown(minus(exact(fee), exact(total)))]];
      }),
  },
  {
    sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < 14)
      select n.i, count(l.id) as lessons from n left join lessons l on l.teacher = n.i group by 1 order by 1`,
    answer: () =>
      Array.from({ length: 14 }, (_, index) => [
        String(index + 1),
        String(lessons.filter((l) => at(l, 'teacher') === String(index + 1)).length),
      ]),
  },
  {
    sql: `with t as (select teacher, count(*) as n from lessons group by teacher), m as (select max(n) as n from t where teacher is not null)
      select t.teacher, t.n from t join m on t.n = m.n where t.teacher is not null order by 1`,
    answer: () => {
      const counts = [
        ...groups(
          lessons.filter((l) => at(l, 'teacher') !== null),
          (l) => at(l, 'teacher'),
        ),
      ];
      const most = Math.max(...counts.map(([, rows]) => rows.length));
      return counts
        .flatMap(([teacher, rows]) => (rows.length === most ? [[teacher, String(most)]] : []))
        .toSorted(([one], [other]) => Number(one) - Number(other));
    },
  },
  {
    sql: `select l.id, b.number from lessons l join bookings b on l.day = b.day order by 1, 2`,
    answer: () =>
      cells(joined(lessons, bookings, 'b_', same('day', 'day')).toSorted(byIdAnd('b_number')), 'id', 'b_number'),
  },
  {
    sql: `select l.id, date_diff('day', t.since, l.day) as n, t.since + 400 as later from ${TAUGHT} order by 1`,
    answer: () =>
      taught.map((row) => {
        const since = days(at(row, 't_since') ?? '');
        return [at(row, 'id'), String(days(at(row, 'day') ?? '') - since), dateOf(since + 400)];
      }),
  },
  {
    sql: `select date_part('year', l.day) as y, date_part('month', l.day) as m, sum(b.price) as x from ${BOOKED} group by 1, 2 order by 1, 2`,
    answer: () =>
      sums(
        booked.map((row) => ({ ...row, month: at(row, 'day')?.slice(0, 7) ?? null })),
        'month',
        'b_price',
      ).map(([month, x]) => {
        const [year = '', of = ''] = month?.split('-') ?? [];
        return [year, String(Number(of)), x ?? null];
      }),
  },
  {
    sql: `select b.number, l.id from bookings b asof join (select id, day from lessons where id in (3, 20, 41)) l on b.day >= l.day order by 1`,
    answer: () =>
      bookings.flatMap((b) => {
        const earlier = lessons
          .filter(
            (l) =>
              ['3', '20', '41'].includes(at(l, 'id') ?? '') && days(at(l, 'day') ?? '') <= days(at(b, 'day') ?? ''),
          )
          .toSorted((one, other) => days(at(one, 'day') ?? '') - days(at(other, 'day') ?? ''));
        const last = earlier.at(-1);
        return last === undefined ? [] : [[at(b, 'number'), at(last, 'id')]];
      }),
  },
];
