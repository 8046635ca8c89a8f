import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { CopyIcon, createIcon } from '#web/ui/icon.tsx'
import css from './factors.module.css'

const PrintIcon = createIcon(
  <>
    <path d="M6 7V3.5h8V7M6 14H4.75c-.7 0-1.25-.55-1.25-1.25V8.5C3.5 7.65 4.15 7 5 7h10c.85 0 1.5.65 1.5 1.5v4.25c0 .7-.55 1.25-1.25 1.25H14" />
    <path d="M6 11.5h8v5H6Z" />
  </>,
)

/** The server returns these codes only once, so the person copies or prints them now. */
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
      <div className="buttons">
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
