/** Whether the suites run in their long forms: `FULL=1`, as in `npm run test:nightly`. */
export const isFull = process.env['FULL'] === '1';
