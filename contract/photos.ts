// Photos for a field of a document. The device chooses the id, so that an answer can refer to a photo before it
// is uploaded, and a repeated upload creates no second one.
import { Type } from 'typebox'
import { get, put } from './endpoint.ts'
import { BinaryAnswer, Body, ExpectedCallerId, Id, OneOf, SuccessAnswer } from './shapes.ts'
import { imageTooLargeSentence, maxImageUrlLength } from './words/images.ts'

const PhotoId = Type.String({ pattern: '^[\\w-]{22}$' })

export const photos = {
  upload: put('/docs/{doc_id}/photos/{photo_id}/', {
    says: 'Ein Foto für eine eigene Angabe hochladen, als data:-Adresse; die Nummer wählt, wer es sendet',
    may: 'staff',
    params: Type.Object({ doc_id: Id, photo_id: PhotoId }),
    body: Body({
      image: Type.String({ minLength: 1, maxLength: maxImageUrlLength }),
      user_id: ExpectedCallerId,
    }),
    mostBytes: maxImageUrlLength + 1_000,
    tooLarge: imageTooLargeSentence,
    answer: SuccessAnswer,
  }),
  read: get('/docs/photos/{photo_id}/', {
    says: 'Ein Foto aus einer Angabe, für die Person selbst und für Admins; mit size=small eine kleine Fassung',
    may: 'staff',
    offline: true,
    params: Type.Object({ photo_id: PhotoId }),
    query: Type.Object({ size: OneOf(['full', 'small'], { default: 'full' }) }),
    answer: BinaryAnswer('image/*'),
  }),
}
