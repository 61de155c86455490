import type { ProductJson } from '#api/features/products/products.contract.ts';
import { ConfirmDialog } from '#src/components/ui/ConfirmDialog.tsx';
import { showToast } from '#src/lib/toast.ts';

type Props = {
  product: ProductJson | null;
  onConfirm: (product: ProductJson) => Promise<void>;
  onClose: () => void;
};

/** Asks before a product goes. The server alone knows all that one may hold, and says it here. */
export function DeleteProduct({ product, onConfirm, onClose }: Props) {
  const remove = async () => {
    if (!product) return;
    try {
      await onConfirm(product);
    } catch (error) {
      showToast('Failed to delete product', 'error');
      throw error;
    }
  };
  return (
    <ConfirmDialog
      isOpen={product !== null}
      title="Delete product"
      confirmLabel="Delete product"
      busyLabel="Deleting..."
      isDestructive
      onConfirm={remove}
      onClose={onClose}
    >
      <p>Are you sure you want to delete this product?</p>
      <p>
        <strong>{product?.name}</strong> is deleted for good. A product that still holds sections, documents or
        waiting-list entries stays.
      </p>
    </ConfirmDialog>
  );
}
