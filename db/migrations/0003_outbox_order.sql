DROP INDEX `outbox_due`;--> statement-breakpoint
CREATE INDEX `outbox_late` ON `outbox` (`expires_at`) WHERE "outbox"."status" = 'queued';--> statement-breakpoint
CREATE INDEX `outbox_receiver` ON `outbox` (`to_email`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (("kind" = 'sign-in-code'),`next_attempt_at`,`id`) WHERE "outbox"."status" = 'queued';