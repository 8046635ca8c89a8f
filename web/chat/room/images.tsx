// Images of a room by month, newest first; while offline, those of the loaded messages.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isUnanswered } from '#web/api.ts'
import { useOutage } from '#web/shell/outage.ts'
import { useStore } from '#web/store.ts'
import { Button } from '#web/ui/button.tsx'
import { monthName } from '#web/ui/date-time/days.ts'
import { useToday } from '#web/ui/date-time/use-today.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { ImageIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Empty, Loading, QueryFailed } from '#web/ui/states.tsx'
import { localDay } from '../days.ts'
import { imagesQuery } from '../queries.ts'
import css from './images.module.css'
import { EnlargedImage, imageLabel } from './log.tsx'
import { imagesOf, type ShownImage } from './messages.ts'
import type { OpenRoom } from './open-room.ts'

export const OFFLINE_HITS_SENTENCE = 'Ohne Verbindung findet sich hier nur, was auf diesem Gerät liegt.'

export function ImageGallery({ open, onClose }: { open: OpenRoom; onClose: () => void }) {
  const query = useInfiniteQuery(imagesQuery(open.room))
  const { list } = useStore(open.states, ({ messages }) => messages)
  const isAway = useOutage() !== undefined
  const isHereAlone = !query.data && (isAway || isUnanswered(query.error))
  const messages = isHereAlone ? list.filter(({ image }) => image).toReversed() : query.data?.pages.flat()
  const images = messages && imagesOf(messages)
  const [enlarged, setEnlarged] = useState<ShownImage>()
  const today = useToday()
  return (
    <>
      <Modal title="Bilder" size="medium" onClose={onClose}>
        {isHereAlone && <Notice>{OFFLINE_HITS_SENTENCE}</Notice>}
        {!images && (query.error ? <QueryFailed query={query} /> : <Loading />)}
        {images?.length === 0 && (
          <Empty icon={<ImageIcon />} title="Noch keine Bilder">
            <p>Was in diesem Chat an Bildern gesendet wird, steht dann hier.</p>
          </Empty>
        )}
        {[...Map.groupBy(images ?? [], ({ message }) => monthName(localDay(message.created_at)))].map(
          ([month, images]) => (
            <section key={month} className={css['month']} aria-label={month}>
              <h3>{month}</h3>
              <ul>
                {images.map((image) => (
                  <li key={image.src}>
                    <button
                      type="button"
                      aria-label={imageLabel(image, today)}
                      onClick={() => setEnlarged(image)}
                    >
                      <img src={`${image.src}?size=small`} alt="" loading="lazy" />
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ),
        )}
        {query.hasNextPage && (
          <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Ältere Bilder
          </Button>
        )}
      </Modal>
      {enlarged && (
        <EnlargedImage
          image={enlarged}
          among={images ?? []}
          action={
            <Button
              onClick={() => {
                open.leadTo({ message: enlarged.message.id })
                onClose()
              }}
            >
              Zur Nachricht
            </Button>
          }
          onShow={setEnlarged}
        />
      )}
    </>
  )
}
