/** German: what each option of a platform does. */
import type * as en from '../en/hints.ts'

export const hints: typeof en.hints = {
  'bluesky.langs':
    'Sprachen des Textes als Kürzel (de, pt-BR), höchstens drei; Feeds und Übersetzungen richten sich danach. Ohne Angabe die des letzten Beitrags dieses Kontos.',
  'bluesky.reply_control':
    'Wer antworten darf: alle, niemand, im Beitrag Erwähnte, wem das Konto folgt oder wer ihm folgt.',
  'bluesky.quote_control': 'Wer den Beitrag zitieren darf.',
  'bluesky.quote': 'Die Adresse eines Beitrags, der unter dem Text und allem anderen zitiert wird.',
  'bluesky.adult_content':
    'Ein Hinweis, der Bilder und Videos verdeckt, bis man sie sehen will: freizügig, nackt, ohne freizügig zu sein, oder nur für Erwachsene.',
  'bluesky.graphic_media':
    'Ein Hinweis auf Verstörendes: Blut, Gewalt und was schwer anzusehen ist.',
  'facebook.link': 'Ein Link, dessen Vorschau unter dem Text steht; nur in Beiträgen ohne Medien.',
  'facebook.kind':
    'Reels sind hochformatige Videos, höchstens 30 am Tag für eine Seite. Stories enden nach einem Tag.',
  'facebook.title': 'Titel eines Videos.',
  'facebook.mentions':
    'Seiten, die der Text als @Name erwähnt: je der Name und dahinter in Klammern die Nummer der Seite. Die App braucht dafür die Funktion „Page Mentioning“. Nicht bei Videos.',
  'facebook.place':
    'Wo das ist: eine Seite mit Standort, nach Worten gesucht oder nach ihrer Nummer. Nicht bei Videos.',
  'google_business.topic_type':
    'Welche Art von Beitrag es ist. Veranstaltungen und Angebote brauchen die Angaben unter „Veranstaltung“.',
  'google_business.language_code': 'Die Sprache des Textes als Kürzel, etwa de-DE.',
  'google_business.call_to_action':
    'Die Schaltfläche unter dem Beitrag. „Anrufen“ hat keine Adresse, alle anderen brauchen eine. Bei Angeboten gibt es keine.',
  'google_business.event':
    'Titel und Zeit einer Veranstaltung oder eines Angebots, in der Zeitzone des Standorts.',
  'google_business.event.recurrence': 'Wie sie wiederkehrt.',
  'google_business.event.recurrence.days_of_week':
    'Nur wöchentlich. Ohne Angabe der Tag, an dem sie beginnt.',
  'google_business.event.recurrence.day_of_month': 'Nur monatlich: der Tag des Monats.',
  'google_business.event.recurrence.day_of_week_occurrence':
    'Nur monatlich, statt des Tages: der wievielte solche Wochentag im Monat.',
  'google_business.event.recurrence.series_end_time':
    'Wann die letzte vorbei ist. Ohne Angabe: nie.',
  'google_business.offer': 'Nur bei Angeboten: Code, Adresse und Bedingungen.',
  'instagram.kind':
    'Ein einzelnes Video ist immer ein Reel, ob Beitrag oder Reel gewählt ist. Stories enden nach einem Tag.',
  'instagram.share_to_feed': 'Ob ein Reel auch im Feed gezeigt wird.',
  'instagram.thumb_offset':
    'Welches Bild eines Reels das Titelbild ist, in Millisekunden vom Anfang.',
  'instagram.cover_url':
    'Bei Reels: die öffentliche Adresse eines JPEG, das statt eines Bildes aus dem Video das Titelbild ist.',
  'instagram.trial_reel':
    'Bei Reels: zuerst sehen es Menschen, die dem Konto nicht folgen. Follower sehen es, wenn Sie es in der App sagen, oder sobald es gut läuft.',
  'instagram.collaborators':
    'Benutzernamen, höchstens drei, die als Mitwirkende eingeladen werden.',
  'instagram.user_tags':
    'Benutzernamen, die markiert werden. Auf einem Bild kann jeder seine Stelle haben, von links und von oben zwischen 0 und 1: ada 0.5 0.8; sonst stehen sie in einer Reihe. Nicht in Karussells.',
  'instagram.location_id':
    'Die Nummer einer Facebook-Seite mit Standort; mit Facebook Login finden Sie sie nach Worten.',
  'instagram.is_ai_generated': 'Legt offen, dass die Medien mit KI erstellt sind.',
  'linkedin.visibility':
    'Wer den Beitrag sieht: alle oder die Kontakte des Mitglieds. Seiten veröffentlichen nur für alle.',
  'linkedin.mentions':
    'Seiten und Personen, die der Text als @Name erwähnt: je der Name, wie er auf LinkedIn steht, und dahinter in Klammern die URN.',
  'linkedin.poll':
    'Eine Umfrage unter dem Text. Nur in Beiträgen ohne Medien; ein Link im Text hat dann keine Karte.',
  'linkedin.poll.question': 'Was gefragt wird, unter dem Text.',
  'linkedin.poll.options': 'Die Antworten, zwei bis vier, jede mit höchstens 30 Zeichen.',
  'linkedin.poll.duration': 'Wie lange abgestimmt werden kann.',
  'pinterest.board_id': 'Die Pinnwand für den Pin. Ohne Angabe die erste des Kontos.',
  'pinterest.board':
    'Statt aus der Liste gewählt: die Pinnwand nach ihrem Namen, groß oder klein geschrieben.',
  'pinterest.board_section_id': 'Der Abschnitt der Pinnwand für den Pin. Ohne Angabe keiner.',
  'pinterest.section': 'Statt aus der Liste gewählt: der Abschnitt nach seinem Namen.',
  'pinterest.title': 'Titel des Pins, bis zu 100 Zeichen. Ohne Angabe keiner.',
  'pinterest.link': 'Wohin der Pin führt.',
  'pinterest.cover_second':
    'Bei Videos: die Sekunde, deren Bild das Titelbild ist, wenn kein Bild mit dem Video kommt. Ohne Angabe der Anfang.',
  'threads.reply_control': 'Wer antworten darf. Ohne Angabe alle.',
  'threads.topic_tag':
    'Das Thema des Beitrags, ohne sein Zeichen; sonst ist es der erste Hashtag des Textes.',
  'threads.link_attachment': 'Der Link, der unter einem Text ohne Medien als Karte steht.',
  'threads.poll':
    'Eine Umfrage; ihre Frage ist der Text des Beitrags. Nur bei Texten ohne Medien und ohne Link als Karte.',
  'threads.poll.options': 'Die Antworten, zwei bis vier, jede mit höchstens 25 Zeichen.',
  'threads.text_attachment':
    'Ein langer Text, der sich unter dem Beitrag öffnet. Nur bei Texten ohne Medien und ohne Umfrage.',
  'threads.text_attachment.plaintext': 'Der lange Text.',
  'threads.text_attachment.link_attachment_url':
    'Ein Link, der mit ihm gezeigt wird, wenn der Beitrag selbst keinen hat.',
  'threads.spoilers':
    'Passagen des Textes, die verdeckt sind, bis man sie antippt, wo immer sie im Text stehen; höchstens zehn Stellen.',
  'threads.is_spoiler_media': 'Bilder und Videos sind verdeckt, bis man sie antippt.',
  'threads.location_id': 'Ein Ort, nach Worten gesucht oder nach seiner Nummer.',
  'tiktok.kind':
    'Gleich veröffentlicht, oder ein Entwurf im Postfach: Dort schreiben Sie in TikTok den Text, wählen, wer es sieht, und veröffentlichen es. Fünf Entwürfe dürfen in 24 Stunden warten.',
  'tiktok.privacy_level':
    'Wer den Beitrag sehen kann; TikTok sagt für jedes Konto, was es wählen darf. Ohne Angabe alle, sonst das Erste, was TikTok nennt.',
  'tiktok.title': 'Nur bei Fotos: ein Titel über dem Text.',
  'tiktok.disable_comment': 'Niemand kann kommentieren.',
  'tiktok.disable_duet': 'Nur bei Videos: Niemand kann ein Duett damit machen.',
  'tiktok.disable_stitch': 'Nur bei Videos: Niemand kann einen Stitch damit machen.',
  'tiktok.auto_add_music': 'Nur bei Fotos: TikTok fügt Musik hinzu.',
  'tiktok.brand_content_toggle':
    'Legt eine bezahlte Partnerschaft mit jemand anderem offen. Nicht möglich mit „Nur ich“.',
  'tiktok.brand_organic_toggle': 'Legt offen, dass der Beitrag für das eigene Unternehmen wirbt.',
  'tiktok.is_aigc': 'Legt offen, dass der Inhalt mit KI erstellt ist.',
  'tiktok.video_cover_timestamp_ms': 'Nur bei Videos: welcher Augenblick das Titelbild ist.',
  'tiktok.photo_cover_index': 'Nur bei Fotos: welches das Titelbild ist.',
  'x.reply_settings': 'Wer antworten darf. Ohne Angabe alle.',
  'x.made_with_ai': 'Legt offen, dass der Beitrag mit KI erstellte Medien enthält.',
  'x.paid_partnership': 'Legt offen, dass der Beitrag eine bezahlte Partnerschaft ist.',
  'x.poll': 'Eine Umfrage; ihre Frage ist der Text des Beitrags. Nur in Beiträgen ohne Medien.',
  'x.poll.options': 'Die Antworten, zwei bis vier, jede mit höchstens 25 Zeichen.',
  'x.poll.duration_minutes':
    'Wie lange abgestimmt werden kann: fünf Minuten bis sieben Tage. Ohne Angabe ein Tag.',
  'youtube.title': 'Titel des Videos. Ohne Angabe die erste Zeile des Textes, bis zu 100 Zeichen.',
  'youtube.privacy': 'Wer es ansehen darf. Ohne Angabe alle.',
  'youtube.made_for_kids':
    'Ob das Video für Kinder gemacht ist; YouTube muss das nach dem Gesetz wissen. Ohne Angabe nein.',
  'youtube.category': 'Nummer der Kategorie. Ohne Angabe 22, „People & Blogs“.',
  'youtube.tags': 'Schlagwörter, zusammen höchstens 500 Zeichen; Kommas dazwischen zählen mit.',
  'youtube.playlist_id':
    'Eine Playlist des Kanals, der das Video hinzugefügt wird. Ohne Angabe keine.',
  'youtube.playlist':
    'Statt aus der Liste gewählt: die Playlist nach ihrem Namen, groß oder klein geschrieben.',
  'youtube.language': 'Die Sprache von Titel und Text. Ohne Angabe das, was YouTube daraus macht.',
  'youtube.audio_language': 'Die Sprache, die im Video gesprochen wird.',
  'youtube.captions':
    'Untertitel aus Dateien, die zu den Medien des Beitrags gehören, je mit ihrer Sprache.',
  'youtube.notify_subscribers':
    'Ob Abonnentinnen und Abonnenten von dem Video erfahren. Ohne Angabe ja.',
  'youtube.made_with_ai':
    'Legt wirklichkeitsnahe Inhalte offen, die verändert oder mit KI erstellt sind.',
}
