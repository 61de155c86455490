import { type ComponentType, createContext } from 'react';
import type { RichTextField } from '#api/domain/fields.ts';
import type { FormFieldProps } from './form-fields.ts';

/** Draws a field of formatted text. A screen whose forms have some provides it, so that others don’t load the editor. */
export const RichTextContext = createContext<ComponentType<FormFieldProps<RichTextField>> | null>(null);
