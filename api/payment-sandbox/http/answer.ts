import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** With these a handler reaches the connection itself, which a fault cuts. */
export type Bindings = { Bindings: HttpBindings };
export type ApiContext = Context<Bindings>;
export type Answer = { status: number; body: string; isReplayed?: boolean };
