// Address of a photo in an answer, and its id from an address. A module of its own, loaded with the first photo.
import { forms } from './fields.ts'
import { PHOTOS } from './in-words.ts'

export const photoPath = (id: string) => `${PHOTOS}${id}/`
export const photoIn = (value: unknown): string | undefined =>
  typeof value === 'string' && forms.photo?.test(value) ? value.slice(PHOTOS.length, -1) : undefined
