import { TakeAlong } from '#web/privacy/take-along.tsx'

/** Export of one's own data. */
export function MyData() {
  return (
    <section id="daten">
      <h2>Meine Daten</h2>
      <p>
        Alles, was über Sie gespeichert ist: Profil, Gruppen, Zeiten, Angaben, eigene Nachrichten und Bilder,
        Sitzungen, Geräte und Protokoll. Zum Lesen als PDF, vollständig und für andere Programme als JSON.
      </p>
      <TakeAlong whose="own" />
    </section>
  )
}
