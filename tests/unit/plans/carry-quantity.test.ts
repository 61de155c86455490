import { expect, it } from 'vitest';
import { carryQuantity } from '#api/domain/catalogue.ts';

const [bySeat, single] = [{ sellsSeats: true }, { sellsSeats: false }];

it.each([
  ['leaves seats behind on the way to a plan that isn’t sold by them', bySeat, single, 1],
  ['keeps seats in another plan that is sold by them', bySeat, bySeat, 3],
  ['keeps what somebody pays several times of a plan without seats', single, single, 3],
  ['keeps the quantity of a plan that is gone', undefined, single, 3],
])('A change of plan %s', (_, from, to, quantity) => {
  expect(carryQuantity(from, to, 3)).toBe(quantity);
});
