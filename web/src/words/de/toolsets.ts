/**
 * German: what lists of tools let an app do, by what the service says. A sentence that is new, or was changed, stands there
 * as the service has it: nobody allows what they were not told.
 */
import type { words as en } from '../en/toolsets.ts'

export const words: typeof en = {
  said: (sentence) => sentences[sentence] ?? sentence,
}

const sentences: Readonly<Record<string, string>> = {
  'Posts, media and numbers': 'Beiträge, Medien und Zahlen',
  'See the connected accounts, posts, media and analytics of the workspace':
    'Die verbundenen Konten, Beiträge, Medien und Auswertungen des Arbeitsbereichs sehen',
  'Write, schedule, publish and delete posts on these accounts':
    'Beiträge auf diesen Konten schreiben, planen, veröffentlichen und löschen',
  'Add, change and delete media': 'Medien hinzufügen, ändern und löschen',

  'Many posts at once': 'Viele Beiträge auf einmal',
  'Write, schedule, publish, move, reorder, relabel and cancel up to 50 posts in one call':
    'Bis zu 50 Beiträge in einem Aufruf schreiben, planen, veröffentlichen, verschieben, umordnen, mit anderen Etiketten versehen und absagen',
  'Move, tag, describe, delete and restore many files in one call':
    'Viele Dateien in einem Aufruf verschieben, verschlagworten, beschreiben, löschen und wiederherstellen',

  'The library in depth': 'Die Mediathek im Ganzen',
  'Crop, turn and recode pictures, cut videos, and take pictures out of them, as new files':
    'Bilder zuschneiden, drehen und umwandeln, Videos schneiden und Bilder daraus entnehmen, als neue Dateien',
  'Show another file instead of one, in all drafts and scheduled posts that have it':
    'Eine Datei durch eine andere ersetzen, in allen Entwürfen und geplanten Beiträgen, die sie haben',
  'See how the library is made up, and bring deleted files back':
    'Sehen, wie die Mediathek aufgebaut ist, und gelöschte Dateien zurückholen',

  'Events and webhooks': 'Ereignisse und Webhooks',
  'Read what happened, and who did it': 'Lesen, was geschah und wer es tat',
  'See webhooks': 'Webhooks sehen',

  Activity: 'Aktivität',
  'Look back at who did what, and at how posts read before':
    'Nachsehen, wer was getan hat und wie Beiträge vorher lauteten',

  'Analytics in depth': 'Die Auswertung im Ganzen',
  'See how each post did, which hours did best, and how many people follow the accounts':
    'Sehen, wie jeder Beitrag ankam, welche Stunden die besten waren und wie viele den Konten folgen',

  'Links in posts, and calendars': 'Links in Beiträgen, und Kalender',
  'See the parameters that are put on links, and set them':
    'Die Parameter sehen, die an Links gehängt werden, und sie festlegen',
  'See the calendar: what is planned, and what is open':
    'Den Kalender sehen: was geplant und was noch frei ist',
  'See calendar addresses, and end them': 'Kalenderadressen sehen und beenden',

  Planning: 'Planung',
  'See account sets, and make, change and delete them':
    'Kontogruppen sehen, anlegen, ändern und löschen',
  'Hold everything that is on schedule, and let it go':
    'Alles Geplante anhalten und wieder freigeben',

  Queues: 'Warteschlangen',
  'See named queues, and make, change, pause and delete them':
    'Benannte Warteschlangen sehen, anlegen, ändern, anhalten und löschen',

  'Posts that recur': 'Wiederkehrende Beiträge',
  'See series of posts, and make, change, pause and end them':
    'Serien von Beiträgen sehen, anlegen, ändern, anhalten und beenden',

  'Snippets and templates': 'Bausteine und Vorlagen',
  'See snippets and templates, and make, change and delete them':
    'Bausteine und Vorlagen sehen, anlegen, ändern und löschen',

  'Accounts and labels themselves': 'Die Konten und Etiketten selbst',
  'Disconnect accounts, and ask you to reconnect them':
    'Konten trennen und Sie bitten, sie neu zu verbinden',
  'See what can be chosen on an account, such as its boards, and look for people to mention':
    'Sehen, was sich auf einem Konto wählen lässt, etwa seine Pinnwände, und Personen suchen, die erwähnt werden sollen',
  'Have pages read that it names, to see what a link to them shows':
    'Seiten lesen lassen, die sie nennt, um zu sehen, was ein Link dorthin zeigt',
  'Rename, merge and delete labels, on all posts that have them':
    'Etiketten umbenennen, zusammenlegen und löschen, an allen Beiträgen, die sie haben',

  'What is out there': 'Was schon veröffentlicht ist',
  'Change published posts on the platforms, and take them down there':
    'Veröffentlichte Beiträge auf den Plattformen ändern und dort zurückholen',
  'Take back what it, or an API key, posted today: cancel what is scheduled and delete drafts':
    'Zurücknehmen, was sie oder ein API-Schlüssel heute angelegt hat: Geplantes absagen und Entwürfe löschen',
}
