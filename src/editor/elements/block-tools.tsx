import { useEffect, useRef } from 'react';
import { deleteSelectedNode, moveBlock } from '#src/editor/commands/blocks.ts';
import { ContextButton } from '#src/editor/toolbar/ContextControls.tsx';
import type { ToolsProps } from './element.ts';

/** The last tools of a block that is selected whole. */
export const BlockActions = ({ run }: Pick<ToolsProps, 'run'>) => (
  <>
    <ContextButton label="Move up" onClick={() => run(moveBlock(-1))} />
    <ContextButton label="Move down" onClick={() => run(moveBlock(1))} />
    <ContextButton label="Delete" onClick={() => run(deleteSelectedNode)} />
  </>
);

/** The place of a block's fields, the first of which gets the focus while the block is new: it asks what it needs. */
export function useNewBlockFields(isNew: boolean) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) fields.current?.querySelector('input')?.focus();
  }, [isNew]);
  return fields;
}
