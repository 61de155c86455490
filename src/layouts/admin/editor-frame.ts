import '#src/layouts/site/dialog-polyfill.ts';
import '#src/layouts/site/remove-token.ts';
import '#src/ui/feedback/toast-area.ts';
