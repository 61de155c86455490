import { html } from 'hono/html';
import { FAULT_KINDS, type Fault, type FaultKind } from '../../http/faults.ts';
import type { DeliverySettings } from '../../webhooks/deliverer.ts';
import { DELIVERY_FLAWS, type DeliveryFlaw } from '../../webhooks/payload.ts';
import { formatTime } from '../format.ts';
import type { Html } from '../layout.ts';

export const clockPanel = (now: number): Html =>
  html`<section class="panel" id="clock">
    <h2>Clock</h2>
    <p>
      It is <strong>${formatTime(now)}</strong> here. Moving the clock runs renewals, retries and expiries on the way.
    </p>
    <div class="actions">
      ${[
        ['hour', 'Move 1 hour'],
        ['day', 'Move 1 day'],
        ['month', 'Move 1 month'],
      ].map(
        ([step, label]) =>
          html`<form method="post" action="/sandbox/clock">
            <button name="step" value="${step}">${label}</button>
          </form>`,
      )}
    </div>
    <form method="post" action="/sandbox/clock" class="actions">
      <label>
        Date and time (UTC)
        <input
          type="datetime-local"
          name="time"
          step="1"
          required
          value="${new Date(now * 1000).toISOString().slice(0, 19)}"
        />
      </label>
      <button>Move to this time</button>
    </form>
  </section>`;

const FLAW_LABELS: Record<DeliveryFlaw, string> = {
  'wrong-signature': 'Signed with another secret',
  'old-timestamp': 'Signed an hour ago',
};

export const deliveryPanel = (settings: DeliverySettings, held: number): Html =>
  html`<section class="panel" id="webhooks">
    <h2>Webhooks</h2>
    <form method="post" action="/sandbox/delivery" class="fields">
      <div class="pair">
        <label>
          Sending
          <select name="mode">
            ${option('auto', 'Straight away', settings.mode)} ${option('hold', 'Hold until released', settings.mode)}
          </select>
        </label>
        <label>
          Something wrong
          <select name="flaw">
            ${option('', 'Nothing', settings.flaw ?? '')}
            ${DELIVERY_FLAWS.map((flaw) => option(flaw, FLAW_LABELS[flaw], settings.flaw ?? ''))}
          </select>
        </label>
      </div>
      <div class="pair">
        <label>
          Longest delay, milliseconds
          <input type="number" name="delayMs" min="0" max="600000" value="${settings.delayMs ?? 0}" />
        </label>
        <label>
          Further copies of each event
          <input type="number" name="duplicate" min="0" max="100" value="${settings.duplicate ?? 0}" />
        </label>
      </div>
      <label class="choice">
        <input type="checkbox" name="shuffle" value="true" ${settings.shuffle ? 'checked' : ''} />
        Send in random order
      </label>
      <div class="actions"><button class="primary">Save</button></div>
    </form>
    <form method="post" action="/sandbox/deliver" class="actions">
      <button>Send waiting events now (${held})</button>
    </form>
  </section>`;

const FAULT_LABELS: Record<FaultKind, string> = {
  '402': '402, the card is declined',
  '409': '409, in use',
  '429': '429, too many requests',
  '500-before': '500, nothing is done',
  '500-after': '500 although it is done',
  '503': '503, not available',
  reset: 'Connection lost, although it is done',
  'cut-body': 'Answer cut off, although it is done',
  delay: 'Answered late',
};

export const faultsPanel = (faults: readonly Fault[]): Html =>
  html`<section class="panel" id="faults">
    <h2>Faults</h2>
    <form method="post" action="/sandbox/faults" class="fields">
      <label>
        Fault
        <select name="kind">
          ${FAULT_KINDS.map((kind) => option(kind, FAULT_LABELS[kind], ''))}
        </select>
      </label>
      <div class="pair">
        <label>
          Method
          <select name="method">
            ${['', 'GET', 'POST', 'DELETE'].map((method) => option(method, method || 'Any', ''))}
          </select>
        </label>
        <label>
          Path or route, empty for any
          <input name="path" placeholder="/v1/subscriptions/:id" />
        </label>
      </div>
      <div class="pair">
        <label>
          For how many requests
          <input type="number" name="times" min="1" max="1000" value="1" />
        </label>
        <label>
          Delay, milliseconds
          <input type="number" name="delayMs" min="0" max="600000" value="15000" />
        </label>
      </div>
      <div class="actions"><button class="primary">Add fault</button></div>
    </form>
    ${
      faults.length === 0
        ? html`<p class="muted">No faults are set.</p>`
        : html`<ul>
              ${faults.map(
                ({ kind, match, times }) =>
                  html`<li>
                    ${FAULT_LABELS[kind]}: ${match.method ?? 'any method'} ${match.path ?? 'any path'}, ${times} more
                  </li>`,
              )}
            </ul>
            <form method="post" action="/sandbox/faults/clear"><button>Clear all faults</button></form>`
    }
  </section>`;

const option = (value: string, label: string, selected: string): Html =>
  html`<option value="${value}" ${value === selected ? 'selected' : ''}>${label}</option>`;
