const isFull = process.env.FULL_SIZE === 'true';

/**
 * How much a test tries: how many cases or kills, in which colour schemes. `npm test` takes the usual size. `npm run proof` takes the full one
 * (`FULL_SIZE=true`), which is that of the fault plan or more.
 */
export const chooseSize = <Size>(usual: Size, full: Size): Size => (isFull ? full : usual);
