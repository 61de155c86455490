import { blocks } from './blocks.ts';
import { lists } from './lists.ts';
import { marks } from './marks.ts';
import { mediaNodes } from './media.ts';
import { tables } from './tables.ts';

/** Everything that the sanitiser of the server lets through, as nodes and marks. The first is the default block. */
export const schemaOfContent = [...blocks, ...lists, ...mediaNodes, ...tables, ...marks];
