/** German: the overview. */
import type { words as en } from '../en/home.ts'

export const words: typeof en = {
  approvals: {
    wants: '{somebody} möchte es veröffentlichen: {time}',
    atOnce: 'sofort',
    titleOf: (value) => `Freizugeben (${value})`,
    asked: (value) => `Wartet auf Freigabe (${value})`,
    lead: 'Nichts davon geht hinaus, bevor jemand Ja sagt.',
    title: 'Freizugeben',
    reviewNamed: (content) => `Prüfen: ${content}`,
  },
  needs: {
    title: 'Braucht Sie',
    all: 'Alle zeigen',
    doubt:
      'Die Antwort ging verloren: Er kann veröffentlicht sein oder nicht. Nichts wird noch einmal gesendet, bevor Sie es sagen.',
    settle: 'Ist er da?',
    settleNamed: (content) => `Ist er da? ${content}`,
    reconnect: (account, platform) => `${account} auf ${platform} neu verbinden`,
    sick: 'Muss neu verbunden werden. Bis dahin warten seine Beiträge.',
  },
  failed: {
    nowhere: 'Der Beitrag wurde nicht veröffentlicht.',
    inPart: 'Der Beitrag wurde nicht überall veröffentlicht.',
    why: (account, sentence) => `${account}: ${sentence}`,
    out: 'Der Beitrag ist veröffentlicht',
    tried: 'Der Beitrag wird noch einmal versucht',
    tryNamed: (content) => `Erneut versuchen: ${content}`,
  },
  tiles: {
    drafts: 'Entwürfe',
  },
  overview: {
    first: 'Verbinden Sie Ihr erstes Konto',
    firstText:
      'Danach veröffentlichen Sie von hier aus, über die API oder mit Ihrem Assistenten. Zum Ausprobieren gibt es die Sandbox.',
    next: 'Als Nächstes',
    whatNext: 'die geplanten Beiträge',
    nextLabel: 'Als Nächstes geplant',
    more: (posts) => `und ${posts} weitere`,
    none: 'Nichts ist geplant',
    noneText: 'Planen Sie einen Beitrag, und er steht hier, bis er veröffentlicht ist.',
    write: 'Beitrag schreiben',
  },
}
