type Area = 'localStorage' | 'sessionStorage';

/** A JSON value of the browser's storage; null where there is none, and where storage is forbidden. */
export function readStoredJson<Value>(area: Area, key: string): Value | null {
  try {
    return JSON.parse(window[area].getItem(key) ?? 'null') as Value | null;
  } catch {
    return null;
  }
}

/** Null removes the value. Where storage is forbidden or full, nothing is stored. */
export function storeJson(area: Area, key: string, value: unknown): void {
  try {
    if (value === null) window[area].removeItem(key);
    else window[area].setItem(key, JSON.stringify(value));
  } catch {
    // the value lives as long as the page
  }
}
