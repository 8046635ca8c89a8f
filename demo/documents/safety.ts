import {
  bullets,
  checkboxField,
  headerCell,
  link,
  numberField,
  orderedList,
  paragraph,
  processOf,
  quote,
  section,
  strong,
  table,
  textareaField,
} from '#contract/document/build.ts'
import { cast, type Person } from '../cast.ts'
import { type DemoDocument, type PersonAnswers, tickedAnswers } from './document.ts'

const checkboxNames = ['Fluchtwege', 'Feuerlöscher', 'Leitern', 'Heben', 'Lautstärke'] as const
const completeAnswers = (who: Person, right: number, question?: string): PersonAnswers => [
  who,
  {
    'Richtige Antworten': right,
    ...tickedAnswers(...checkboxNames),
    ...(question && { Rückfragen: question }),
  },
]

export const safety: DemoDocument = {
  name: 'Sicherheitsunterweisung 2026',
  status: 'Aktiv',
  public: true,
  changedDaysAgo: 20,
  content: processOf(
    paragraph(
      'Einmal im Jahr, für alle, auch für Aushilfen. Lesen Sie in Ruhe; die Unterweisung gilt erst, wenn ',
      strong('alle fünf Kästchen'),
      ' bestätigt sind.',
    ),
    section(
      'Wenn es brennt',
      orderedList(
        [strong('Menschen'), ' zuerst: Wer ist im Raum, wer braucht Hilfe?'],
        ['Melder einschlagen oder 112 wählen, dann die Regie über Funk: „Bitte Kanal 1“.'],
        ['Nur löschen, was kleiner ist als ein Papierkorb.'],
        ['Sammelplatz ist der Parkplatz Hafenseite, nicht die Laderampe.'],
      ),
      paragraph(checkboxField('Fluchtwege'), ' Ich kenne von meinem Arbeitsplatz aus zwei Fluchtwege.'),
      paragraph(checkboxField('Feuerlöscher'), ' Ich weiß, wo der nächste Feuerlöscher hängt.'),
      quote('Aufzüge, Drehtüren und Bühnentore sind keine Fluchtwege.'),
    ),
    section(
      'Arbeiten in der Höhe und mit Lasten',
      section(
        'Leitern',
        bullets(
          'Vor jedem Gebrauch ansehen: Holme, Sprossen, Füße.',
          'Über 2 Meter nur zu zweit, über 5 Meter nur mit Gurt.',
        ),
        paragraph(checkboxField('Leitern'), ' Verstanden'),
      ),
      section(
        'Heben und Tragen',
        table(
          [headerCell('Gewicht', { width: 140 }), headerCell('Allein'), headerCell('Zu zweit')],
          ['bis 15 kg', 'ja', 'ja'],
          ['bis 25 kg', 'kurz, mit geradem Rücken', 'ja'],
          ['darüber', 'nein', 'mit Hilfsmittel: Rollbrett, Hubwagen'],
        ),
        paragraph(checkboxField('Heben'), ' Verstanden'),
      ),
    ),
    section(
      'Lautstärke',
      paragraph(
        'Ab 85 dB(A) im Mittel einer Schicht ist Gehörschutz Pflicht, auf der Bühne also praktisch immer. Mehr dazu bei der ',
        link('Berufsgenossenschaft', 'https://www.vbg.de/'),
        '.',
      ),
      paragraph(checkboxField('Lautstärke'), ' Ich habe Gehörschutz bekommen.'),
    ),
    section(
      'Kurztest',
      paragraph(
        'Den Test gibt es auf Papier am Empfang. Richtige Antworten von 12: ',
        numberField('Richtige Antworten'),
      ),
      paragraph('Das war mir nicht klar: ', textareaField('Rückfragen')),
    ),
  ),
  answers: [
    completeAnswers(cast.anna, 12),
    completeAnswers(cast.david, 11, 'Gilt die Grenze von 2 Metern auch für die Galerie?'),
    completeAnswers(cast.frieda, 10),
    completeAnswers(cast.hannah, 12),
    completeAnswers(cast.jana, 9, 'Wo genau ist der Sammelplatz, wenn auf dem Parkplatz Zelte stehen?'),
    [
      cast.georg,
      { 'Richtige Antworten': 11, ...tickedAnswers('Fluchtwege', 'Feuerlöscher', 'Leitern', 'Heben') },
    ],
    [cast.ibrahim, tickedAnswers('Fluchtwege', 'Feuerlöscher')],
    [cast.elif, tickedAnswers('Fluchtwege')],
  ],
  round: {
    daysAgo: 310,
    endedBy: cast.clara,
    answers: [
      completeAnswers(cast.anna, 11),
      completeAnswers(cast.bruno, 12),
      completeAnswers(cast.david, 12),
      completeAnswers(cast.elif, 10, 'Dürfen wir Gäste über die Laderampe hinauslassen?'),
      completeAnswers(cast.frieda, 12),
      completeAnswers(cast.georg, 8, 'Die Nummer der Regie stand noch nicht auf dem Ausweis.'),
      completeAnswers(cast.hannah, 12),
      completeAnswers(cast.ibrahim, 9),
      completeAnswers(cast.jana, 11),
    ],
  },
}
