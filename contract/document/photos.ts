// Address of a photo in an answer, and its id from an address. A module of its own, loaded with the first photo.
import { answerPatterns } from './fields.ts'
import { PHOTO_PREFIX } from './in-words.ts'

export const photoPath = (id: string) => `${PHOTO_PREFIX}${id}/`
export const parsePhotoId = (value: unknown): string | undefined =>
  typeof value === 'string' && answerPatterns.photo?.test(value)
    ? value.slice(PHOTO_PREFIX.length, -1)
    : undefined
