import type { AiDecision } from '#api/domain/publication-states.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { AI_DECISION_LABELS, formatConfidence } from './publication-labels.ts';

type Props = { decision: AiDecision; /** 0 to 1. */ confidence: number | null };

/** What the AI review says, and how sure it is: green for an approval, else yellow. */
export function AiBadge({ decision, confidence }: Props) {
  return (
    <Badge tone={decision === 'approved' ? 'green' : 'yellow'}>
      <Icon name="sparkles" size={14} />
      {AI_DECISION_LABELS[decision]}
      {confidence !== null && ` ${formatConfidence(confidence)}`}
    </Badge>
  );
}
