/** German: what the check of a post says, by the name of each sentence. How a value is written stands behind its name. */
import type * as en from '../en/checks.ts'
import { forms } from './forms.ts'

const post = {
  account_unknown: 'Ein solches Konto ist nicht verbunden.',
  account_inactive: 'Verbinden Sie {account} neu, oder wählen Sie ein anderes Konto.',
  account_to_reconnect:
    '{account} auf {name} muss neu verbunden werden, bevor es veröffentlichen kann.',
  platform_idle:
    'Optionen einer Plattform ({platform}) bleiben gespeichert und bewirken nichts: Kein Konto dieses Beitrags ist dort.',
  media_unknown: 'Eine solche Datei gibt es nicht.',
  media_audio: 'Tondateien lassen sich keinem Beitrag hinzufügen.',
  media_gone:
    'Nehmen Sie {file} aus dem Beitrag, oder laden Sie die Datei noch einmal hoch: Sie wurde gelöscht und ist nicht mehr da.',
  media_deleted:
    '{file} wurde aus der Mediathek gelöscht; dieser Beitrag behält die Datei, bis Sie sie herausnehmen.',
  no_preview: 'Für {url} gibt es keine Vorschau: Die Seite ließ sich nicht lesen.',
  no_preview_late: 'Für {url} gibt es keine Vorschau: Die Seite kam nicht rechtzeitig.',
}

const texts = {
  text_over: '{who} nimmt{as} höchstens {limit} {unit} an; hier sind es {measured}.',
  text_long: 'Für {who} sind{as} höchstens {limit} {unit} am besten; hier sind es {measured}.',
  text_missing: '{who} braucht{as} einen Text.',
  text_left_out: '{who} zeigt{as} keinen Text; er wird dort weggelassen.',
  comment_left_out: '{who} nimmt{as} keinen ersten Kommentar an; er wird dort weggelassen.',
  comment_not_permitted:
    '{who} wurde ohne die Berechtigung für Kommentare verbunden; der erste Kommentar wird weggelassen.',
  comment_closed:
    '{who} nimmt unter privaten Videos und unter Videos für Kinder keine Kommentare an; der erste Kommentar wird weggelassen.',
  thread_none:
    '{who} kennt keine Threads: Lassen Sie die Teile dort zu einem Beitrag zusammenfassen, oder schreiben Sie für das Konto eine eigene Fassung.',
  thread_or_comments:
    '{who} kennt keine Threads: Lassen Sie die Teile dort zu einem Beitrag zusammenfassen oder als Kommentare senden, oder schreiben Sie für das Konto eine eigene Fassung.',
  thread_not_permitted: '{who} wurde ohne die Berechtigung für Kommentare verbunden.',
  thread_closed:
    '{who} nimmt unter privaten Videos und unter Videos für Kinder keine Kommentare an.',
  thread_files: '{who} nimmt in Kommentaren keine Dateien an.',
  thread_of_days:
    '{who} nimmt in 24 Stunden höchstens {limit} Beiträge an; dieser Thread hat {measured} Teile.',
  thread_twice: '{who} nimmt keinen Text zweimal an; ein früherer Teil sagt dasselbe.',
}

const media = {
  media_missing: '{who} nimmt{as} keinen Beitrag ohne Medien an; möglich sind {families:families}.',
  media_captions: '{who} nimmt{as} keine Untertitel an.',
  media_captions_left_out: '{who} nimmt{as} keine Untertitel an; sie werden dort weggelassen.',
  media_type: '{who} nimmt{as} keine Dateien vom Typ {type:type} an ({file}).',
  media_converted: '{who} erhält{as} die Datei {file} als JPEG.',
  media_shrunk:
    '{who} erhält{as} die Datei {file} als JPEG mit {limit:plain} Pixeln auf der kürzeren Seite.',
  media_bytes:
    '{who} nimmt{as} Dateien vom Typ {type:type} bis {limit:size} an; {file} hat {measured:size}.',
  media_bytes_least: '{who} nimmt{as} Dateien ab {limit:size} an; {file} hat {measured:size}.',
  media_short_side:
    '{who} nimmt{as} höchstens {limit:plain} Pixel auf der kürzeren Seite an; {file} hat {width:plain} × {height:plain}.',
  media_seconds_least:
    '{who} nimmt{as} nur an, was mindestens {limit} s dauert; {file} dauert {measured} s.',
  media_seconds:
    '{who} nimmt{as} nur an, was höchstens {limit} s dauert; {file} dauert {measured} s.',
  media_width_least:
    '{who} nimmt{as} nur an, was mindestens {limit:plain} Pixel breit ist; {file} hat {width:plain} × {height:plain}.',
  media_height_least:
    '{who} nimmt{as} nur an, was mindestens {limit:plain} Pixel hoch ist; {file} hat {width:plain} × {height:plain}.',
  media_sides_least:
    '{who} nimmt{as} nur an, was mindestens {limit:plain} Pixel breit und {limit_height:plain} Pixel hoch ist; {file} hat {width:plain} × {height:plain}.',
  media_width:
    '{who} nimmt{as} nur an, was höchstens {limit:plain} Pixel breit ist; {file} hat {width:plain} × {height:plain}.',
  media_height:
    '{who} nimmt{as} nur an, was höchstens {limit:plain} Pixel hoch ist; {file} hat {width:plain} × {height:plain}.',
  media_sides:
    '{who} nimmt{as} nur an, was höchstens {limit:plain} Pixel breit und {limit_height:plain} Pixel hoch ist; {file} hat {width:plain} × {height:plain}.',
  media_pixels:
    '{who} nimmt{as} höchstens {limit} Pixel an; {file} hat {measured} ({width:plain} × {height:plain}).',
  media_ratio:
    '{who} nimmt{as} Breite zu Höhe von {least:ratio} bis {limit:ratio} an; {file} hat {measured:ratio} ({width:plain} × {height:plain}). Schneiden Sie die Datei zu.',
  media_ratio_best: 'Für {who} ist{as} {limit:ratio} am besten; {file} hat {measured:ratio}.',
  media_pages: '{who} nimmt Dokumente mit höchstens {limit} Seiten an; dieses hat {measured}.',
  media_seconds_here:
    '{who} nimmt von diesem Konto Videos bis {limit} s an; dieses hat {measured} s.',
  media_frames:
    '{who} nimmt Videos mit {least} bis {limit} Bildern pro Sekunde an; dieses hat {measured}.',
  media_alt_text: '{who} nimmt{as} eine Beschreibung (ALT) mit höchstens {limit} Zeichen an.',
  media_many:
    '{who} nimmt{as} höchstens {limit} {limit:files} vom Typ {types:types} an; hier sind es {measured}.',
  media_many_together:
    '{who} nimmt{as} höchstens {limit} {limit:files} zusammen an; hier sind es {measured}.',
  media_mixed: '{who} nimmt{as} in einem Beitrag nur eine Art von Medien an.',
  captions_unnamed:
    '{who} muss die Sprache dieser Untertitel kennen: Geben Sie sie bei der Option „Untertitel“ an.',
}

const options = {
  option_with_media: '{who} nimmt{as} „{option:option}“ nur in Beiträgen ohne Medien an.',
  option_left_out:
    '{who} überlässt{as} „{option:option}“ der Person, die den Entwurf dort fertigstellt; was dieser Beitrag dazu sagt, wird weggelassen.',
  option_elsewhere: '{who} nimmt{as} „{option:option}“ nur in anderen Beiträgen an.',
  mentions_absent: '{who} erwähnt nur, wer im Text steht; dort fehlt: {names}.',
  mentions_alike:
    '{who} kann nicht sagen, wessen Name {name} ist: Die Angabe nennt ihn bei zweien.',
  mentions_over:
    '{who} nimmt höchstens {limit} Zeichen und zählt Erwähnungen vielleicht so, wie sie gesendet werden, mit ihrer Kennung; hier sind es {measured}.',
  mentions_in_video: '{who} erwähnt Seiten bei Texten, Links und Fotos; dies ist ein Video.',
  place_in_video: '{who} nennt Orte bei Texten, Links und Fotos; dies ist ein Video.',
  tags_in_carousel:
    '{who} markiert Personen auf einem einzelnen Bild oder Video; dies ist ein Karussell.',
  cover_without_reel: '{who} hat Titelbilder nur für Reels, und das sind einzelne Videos.',
  cover_twice:
    '{who} nimmt das Titelbild von seiner Adresse und übergeht den Zeitpunkt im Video: Geben Sie eines von beiden an.',
  trial_without_reel: '{who} probiert nur Reels aus, und das sind einzelne Videos.',
  trial_collaborators: '{who} kennt in einem Test-Reel keine Mitwirkenden.',
  trial_in_feed: '{who} zeigt kein Test-Reel im Feed.',
  page_connections:
    '{who} ist eine Seite und hat keine Kontakte: Was sie veröffentlicht, ist für alle. Wählen Sie „Alle“.',
  board_twice:
    'Die Pinnwand ist für {who} zweimal angegeben: Wählen Sie „Pinnwand“ oder „Pinnwand nach Name“.',
  section_twice:
    'Der Abschnitt ist für {who} zweimal angegeben: Wählen Sie „Abschnitt“ oder „Abschnitt nach Name“.',
  board_unknown: '{who} hat keine Pinnwand namens „{board}“: Wählen Sie eine bei „Pinnwand“ aus.',
  boards_alike:
    '{who} hat {measured} Pinnwände namens „{board}“: Wählen Sie eine bei „Pinnwand“ aus.',
  playlist_twice:
    'Die Playlist ist für {who} zweimal angegeben: Wählen Sie „Playlist“ oder „Playlist nach Name“.',
  playlist_unknown:
    '{who} hat keine Playlist namens „{playlist}“: Wählen Sie eine bei „Playlist“ aus.',
  playlists_alike:
    '{who} hat {measured} Playlists namens „{playlist}“: Wählen Sie eine bei „Playlist“ aus.',
  poll_or_card: '{who} zeigt eine Umfrage oder einen Link als Karte, nicht beides.',
  poll_or_long_text: '{who} zeigt eine Umfrage oder einen langen Text, nicht beides.',
  link_twice: '{who} zeigt nur einen Link: den des Beitrags oder den seines langen Textes.',
  nothing_to_hide: '{who} hat hier kein Bild und kein Video zu verdecken.',
  spoiler_absent: '{who} verdeckt, was im Text steht; „{passage}“ steht nicht darin.',
  spoiler_uncounted:
    '{who} kann nicht erfahren, wo „{passage}“ steht: Bis zum Ende der Stelle darf der Text nur einfache Buchstaben, Ziffern und Zeichen (ASCII) haben, denn Threads sagt nicht, wie es andere zählt.',
  spoilers_over:
    '{who} verdeckt höchstens {limit} Stellen; diese Passagen stehen an {measured} Stellen des Textes.',
  links_with_card:
    '{who} nimmt höchstens {limit} verschiedene Links, den der Karte oder des langen Textes mitgezählt; hier sind es {measured}.',
  drafts_not_permitted:
    '{who} wurde ohne die Berechtigung für Entwürfe (video.upload) verbunden: Wer diesen Crier betreibt, nennt sie in TIKTOK_SCOPES, wenn die App sie hat; danach verbinden Sie das Konto neu.',
  privacy_not_offered:
    '{who} darf „{level:value}“ nicht verwenden; TikTok bietet diesem Konto an: {levels:values}.',
  partnership_private:
    '{who} zeigt eine bezahlte Partnerschaft nur anderen: Wählen Sie etwas anderes als „Nur ich“.',
  cover_time_of_photos: '{who} wählt Titelbilder nach der Zeit nur bei Videos; dies sind Fotos.',
  cover_number_over: '{who} zählt Fotos von 0 bis {limit}; hier steht {measured}.',
  feed_without_reel: '{who} fragt{as} nur bei Reels, ob sie auch im Feed stehen.',
  title_without_video: '{who} hat Titel nur für Videos.',
  title_of_video: '{who} hat Titel nur für Fotos; was ein Video sagt, steht in seinem Text.',
  music_of_video: '{who} fügt nur Fotos Musik hinzu.',
  cover_number_of_video:
    '{who} wählt Titelbilder nach der Nummer nur bei Fotos; dies ist ein Video.',
  cover_time_over: '{who} hat hier ein Video von {limit} s; das Titelbild liegt bei {measured} s.',
  captions_absent:
    '{who} braucht die Datei {media_id:plain} auch unter den Dateien des Beitrags: Fügen Sie sie hinzu.',
  captions_type:
    '{who} nimmt .srt und .vtt als Untertitel an; Datei {media_id:plain} ist {type:type}.',
  captions_alike:
    '{who} hat Untertitel einer Sprache und eines Namens nur einmal: Nennen Sie diese anders.',
}

const values = {
  value_missing: 'Diese Angabe fehlt.',
  value_unknown: 'Ein solches Feld gibt es nicht.',
  value_text: 'Geben Sie einen Text an.',
  value_number: 'Geben Sie eine Zahl an.',
  value_whole: 'Geben Sie eine ganze Zahl an.',
  value_boolean: 'Geben Sie Ja oder Nein an.',
  value_list: 'Geben Sie eine Liste an.',
  value_object: 'Geben Sie ein Objekt an.',
  value_null: 'Lassen Sie dies leer.',
  value_kind: 'Geben Sie etwas von anderer Art an.',
  value_other: 'Geben Sie etwas anderes an.',
  value_one_of: 'Möglich sind: {allowed:values}.',
  value_moment: 'Geben Sie eine Zeit nach ISO 8601 an, etwa 2026-11-20T09:00:00Z.',
  value_date: 'Geben Sie ein Datum an, etwa 2026-11-20.',
  value_url: 'Geben Sie eine ganze Adresse an, die mit https:// beginnt.',
  value_uuid: 'Geben Sie die Kennung so an, wie Sie sie bekommen haben.',
  value_email: 'Geben Sie eine E-Mail-Adresse an.',
  value_form: 'So ist das nicht richtig geschrieben.',
  value_most: 'Höchstens {limit}.',
  value_least: 'Mindestens {limit}.',
  value_most_of: 'Höchstens {limit} {unit}.',
  value_least_of: 'Mindestens {limit} {unit}.',
  value_multiple: 'Geben Sie ein Vielfaches von {limit} an.',
  language_tag: 'Geben Sie das Kürzel einer Sprache an, etwa de oder pt-BR.',
  language_tag_of_place: 'Geben Sie das Kürzel einer Sprache an, etwa de-DE.',
  quoted_address: 'Geben Sie die Adresse eines Beitrags an, etwa https://bsky.app/profile/…/post/…',
  page_mention:
    'Geben Sie einen Namen und die Nummer seiner Seite an: Analytical Engines (105000000000003)',
  member_mention:
    'Geben Sie einen Namen an, und wem er gehört: Analytical Engines (urn:li:organization:2414183)',
  time_of_day: 'Geben Sie eine Uhrzeit an, etwa 18:30.',
  event_needed: 'Eine Veranstaltung braucht diese Angaben.',
  offer_needs_event: 'Ein Angebot braucht diese Angaben.',
  event_not_of_update: 'Dies gehört zu Veranstaltungen und Angeboten.',
  offer_only: 'Dies gehört zu Angeboten.',
  button_of_offer: 'Bei einem Angebot wird die Schaltfläche nicht gezeigt.',
  button_address: 'Ein Anruf hat keine Adresse, alle anderen Schaltflächen brauchen eine.',
  event_ends_early: 'Die Veranstaltung endet, bevor sie beginnt.',
  series_ends_early: 'Das liegt vor dem Ende des ersten Mals.',
  days_of_week_only: 'Wochentage gehören zu wöchentlichen Wiederholungen.',
  day_of_month_only:
    'Der Tag des Monats und der wievielte im Monat gehören zu monatlichen Wiederholungen.',
  monthly_needs_day:
    'Eine monatliche Wiederholung braucht den Tag des Monats oder den wievielten im Monat, nicht beides.',
  tagged_person:
    'Geben Sie einen Benutzernamen an, oder einen mit seiner Stelle im Bild, etwa ada 0.5 0.8.',
  board_number: 'Geben Sie die Nummer einer Pinnwand an.',
  section_number: 'Geben Sie die Nummer eines Abschnitts an.',
  category_number: 'Geben Sie die Nummer einer Kategorie an.',
  playlist_id: 'Geben Sie die Kennung einer Playlist an, etwa PL… aus ihrer Adresse.',
  angle_brackets: 'YouTube nimmt hier kein < und kein > an.',
  tags_together: 'Alle Schlagwörter zusammen haben höchstens 500 Zeichen.',
  title_over: 'Höchstens 100 Zeichen.',
}

export const sentences: typeof en.sentences = {
  ...post,
  ...texts,
  ...media,
  ...options,
  ...values,
  ...forms,
}

export const units: typeof en.units = {
  characters: { other: 'Zeichen' },
  character: { other: 'Zeichen' },
  graphemes: { other: 'Zeichen' },
  'weighted characters': { other: 'gewichtete Zeichen' },
  'characters (an emoji counts its bytes)': {
    other: 'Zeichen (ein Emoji zählt nach seinen Bytes)',
  },
  'UTF-16 units': { other: 'UTF-16-Einheiten' },
  bytes: { other: 'Bytes' },
  files: { one: 'Datei', other: 'Dateien' },
  entries: { one: 'Eintrag', other: 'Einträge' },
  entry: { one: 'Eintrag', other: 'Einträge' },
  cashtags: { one: 'Cashtag', other: 'Cashtags' },
  hashtags: { one: 'Hashtag', other: 'Hashtags' },
  links: { one: 'Link', other: 'Links' },
  'different links': { one: 'Link', other: 'verschiedene Links' },
  mentions: { one: 'Erwähnung', other: 'Erwähnungen' },
  'angle brackets': { one: 'spitze Klammer', other: 'spitze Klammern' },
}

export const as: typeof en.as = {
  reel: ' als Reel',
  story: ' als Story',
  inbox: ' als Entwurf',
  cover: ' als Titelbild',
}

export const families: typeof en.families = {
  image: 'Bilder',
  gif: 'GIFs',
  video: 'Videos',
  document: 'Dokumente',
}
