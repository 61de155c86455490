/** They reorder what stands around them: a name with one could pose as another on a page of ours (SECURITY.md T47). */
export const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
