// Maps screens to headings of the handbook by prefix of their address.
type HelpPlace = { chapter: string; heading: string }
const place = (chapter: string, heading: string): HelpPlace => ({ chapter, heading })

const everybody: [address: RegExp, HelpPlace][] = [
  [/^\/today/, place('mitarbeitende', 'was-heute-ansteht')],
  [/^\/shifts/, place('mitarbeitende', 'meine-einsätze')],
  [/^\/find/, place('mitarbeitende', 'etwas-wiederfinden')],
  [/^\/chat/, place('mitarbeitende', 'im-chat-schreiben')],
  [/^\/profile/, place('mitarbeitende', 'benachrichtigungen-einschalten')],
  [/^\/logout/, place('mitarbeitende', 'anmelden')],
  [/^\/happenings\/\d+\/\d+\/timesheet/, place('leitung', 'die-zeiten-eines-teams-in-einer-minute')],
  [/^\/docs\/\d+\/edit$/, place('verwaltung', 'prozesse-schreiben')],
  [/^\/docs\/\d+\/active/, place('verwaltung', 'ergebnisse-ansehen-und-mitnehmen')],
  [/^\/docs\/\d+\/people/, place('verwaltung', 'stand-wer-fehlt')],
  [/^\/docs\/\d+\/versions/, place('verwaltung', 'frühere-fassungen')],
  [/^\/docs\/\d+\/visibility/, place('verwaltung', 'veröffentlichen')],
  [/^\/docs/, place('mitarbeitende', 'einen-prozess-ausfüllen')],
  [/^\/happenings\/sync/, place('verwaltung', 'abgleich-mit-der-personalplanung')],
  [/^\/users\/invite/, place('verwaltung', 'einladen')],
  [/^\/users\/import/, place('verwaltung', 'personen-aus-einer-datei')],
  [/^\/users\/sync/, place('verwaltung', 'abgleich-mit-der-personalplanung')],
  [/^\/users/, place('verwaltung', 'benutzer')],
  [/^\/groups/, place('verwaltung', 'gruppen')],
  [/^\/groupassignments/, place('verwaltung', 'zuweisungen')],
  [/^\/audit/, place('verwaltung', 'protokoll')],
  [/^\/integrations/, place('verwaltung', 'schnittstellen')],
  [/^\/retention/, place('datenschutz', 'fristen-einstellen')],
  [/^\/operation/, place('verwaltung', 'erste-schritte')],
]

/** `address`: without `/ui`. Some screens have a different heading for administrators. */
export function chapterOf(address: string, { isAdmin }: { isAdmin: boolean }): HelpPlace | undefined {
  if (/^\/happenings(?!.*(?:timesheet|sync))/.test(address))
    return isAdmin
      ? place('verwaltung', 'veranstaltungen')
      : place('leitung', 'die-zeiten-eines-teams-in-einer-minute')
  return everybody.find(([begin]) => begin.test(address))?.[1]
}

/** All targets, for a test. */
export const helpPlaces = [...everybody.map(([, led]) => led), place('verwaltung', 'veranstaltungen')]
