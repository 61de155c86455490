import { blockNodes } from './blocks.ts';
import { listNodes } from './lists.ts';
import { marks } from './marks.ts';
import { mediaNodes } from './media.ts';
import { tableNodes } from './tables.ts';

/** Everything that the sanitiser of the server lets through, as nodes and marks. The first is the default block. */
export const contentSchema = [...blockNodes, ...listNodes, ...mediaNodes, ...tableNodes, ...marks];
