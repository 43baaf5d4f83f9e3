/** German: describing, cropping and covering files. */
import type { words as english } from '../en/shape.ts'

export const words: typeof english = {
  alt: {
    title: 'Bild beschreiben',
    label: 'Was zu sehen ist',
    hint: 'Wird Menschen vorgelesen, die es nicht sehen. Höchstens 500 Zeichen.',
    save: 'Beschreibung speichern',
  },
  crop: {
    title: 'Bild zuschneiden',
    ratio: 'Breite zu Höhe',
    whole: 'Wie es ist',
    area: 'Der Teil, der bleibt. Pfeiltasten verschieben das Bild darunter.',
    zoom: 'Vergrößerung',
    turn: 'Um ein Viertel drehen',
    size: (width, height) => `${width} × ${height} Pixel bleiben`,
    fits: (names) => `Passt zu ${names}.`,
    misfits: (name, min, max) => `${name} nimmt ${min} bis ${max}.`,
    best: (name, ratio) => `${name} empfiehlt ${ratio}.`,
    save: 'Zuschneiden',
    done: (name) => `${name} ist zugeschnitten. Das Original bleibt in der Mediathek.`,
    undo: 'Rückgängig',
    broken: 'Dieser Browser kann das Bild nicht zeigen, also gibt es nichts auszuwählen.',
  },
  cover: {
    title: 'Titelbild wählen',
    lead: 'Das Bild, das für das Video steht, bevor es jemand abspielt.',
    at: 'Stelle',
    seconds: (moment) => `${moment} s`,
    frameOf: (names) => `${names}: Dieses Einzelbild des Videos ist das Titelbild.`,
    pictureOf: (names) => `${names}: Ein Bild neben dem Video ist das Titelbild.`,
    none: 'Bei keinem der gewählten Konten lässt sich ein Titelbild wählen.',
    picture: 'Dieses Einzelbild als Bild neben das Video stellen',
    save: 'Dieses Einzelbild nehmen',
    done: 'Das Titelbild ist gewählt.',
    added: 'Das Einzelbild steht als Titelbild neben dem Video.',
    broken: 'Dieser Browser kann das Video nicht abspielen, also gibt es kein Bild zu wählen.',
  },
}
