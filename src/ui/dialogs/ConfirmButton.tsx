import { type ComponentProps, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx';

type Props = Omit<ConfirmDialogProps, 'isOpen' | 'onClose'> & {
  label: string;
  button?: ComponentProps<typeof Button>;
  onOpen?: () => void;
};

/** A button whose action is confirmed in a dialog. */
export function ConfirmButton({ label, button, onOpen, ...dialog }: Props) {
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    onOpen?.();
    setOpen(true);
  };
  return (
    <>
      <Button {...button} onClick={open}>
        {label}
      </Button>
      <ConfirmDialog {...dialog} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
