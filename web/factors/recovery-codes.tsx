import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { CopyIcon, PrintIcon } from '#web/ui/icon.tsx'
import css from './factors.module.css'

/** Shown only this time, to copy or print. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const copy = () => copyText(codes.join('\n'), { said: 'Codes kopiert', what: 'die Codes' })
  return (
    <>
      <p>
        Ist Ihr Telefon weg, ersetzt jeder dieser Codes einmal den Code aus der App. Bewahren Sie sie auf
        Papier oder in einem Passwortspeicher auf, nicht auf dem Telefon.
      </p>
      <ol className={css['codes']} aria-label="Wiederherstellungscodes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={css['buttons']}>
        <Button size="small" icon={<CopyIcon />} onClick={() => void copy()}>
          Kopieren
        </Button>
        <Button size="small" icon={<PrintIcon />} onClick={() => print()}>
          Drucken
        </Button>
      </div>
    </>
  )
}
