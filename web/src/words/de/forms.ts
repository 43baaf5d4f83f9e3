/** German: what forms outside of posts are told, by the name of each sentence. */
import type * as en from '../en/forms.ts'

export const forms: typeof en.forms = {
  form_name_missing: 'Schreiben Sie einen Namen.',
  form_name_given: 'Geben Sie einen Namen an.',
  form_line_breaks: 'Lassen Sie Zeilenumbrüche weg.',
  form_email_one: 'Schreiben Sie eine E-Mail-Adresse, etwa ada@example.org.',
  form_zone: 'Geben Sie eine Zeitzone an, etwa Europe/Berlin.',
  form_link_incomplete: 'Dieser Link ist nicht vollständig.',
  form_link_over: 'Fordern Sie einen neuen Link an: Dieser gilt nicht mehr.',
  form_invitation_over: 'Bitten Sie um eine neue Einladung: Diese gilt nicht mehr.',
  form_invitation_for: 'Die Einladung gilt für {email}.',
  form_invitations_many: 'Nehmen Sie zuerst eine zurück: {limit:plain} Einladungen sind offen.',
  form_member_already: 'Diese Person gehört schon dazu.',
  form_account_there: 'Melden Sie sich an: Zu dieser Adresse gibt es schon ein Konto.',
  form_sign_in_wrong: 'Prüfen Sie Adresse und Passwort: Sie gehören nicht zusammen.',
  form_sign_in_first: 'Melden Sie sich zuerst an.',
  form_password_wrong: 'Das ist nicht Ihr Passwort.',
  form_password_needed: 'Schreiben Sie Ihr Passwort.',
  form_password_none: 'Sie haben noch keines: Fordern Sie eines über „Passwort vergessen“ an.',
  form_password_address: 'Nehmen Sie nicht Ihre Adresse als Passwort.',
  form_password_common:
    'Dieses benutzen viele, darum wird es zuerst probiert. Wählen Sie einen eigenen Satz.',
  form_code_wrong:
    'Dieser Code stimmt nicht: Nehmen Sie den, den die App gerade zeigt, oder einen Ersatzcode.',
  form_code_used: 'Dieser Code wurde schon benutzt: Warten Sie auf den nächsten.',
  form_factor_there: 'Sie haben schon einen zweiten Faktor: Beenden Sie ihn zuerst.',
  form_passkey_unproven:
    'Dieser Passkey hat nicht bewiesen, dass er es ist und dass Sie es sind. Versuchen Sie es noch einmal.',
  form_passkey_there: 'Diesen Passkey gibt es hier schon.',
  form_choose_account: 'Wählen Sie mindestens ein Konto, oder verlassen Sie diese Seite.',
  form_choose_offered: 'Wählen Sie unter den angebotenen Konten.',
  form_connect_again: 'Verbinden Sie noch einmal: Diese Auswahl ist vorbei oder schon getroffen.',
  form_app_secret: 'Fügen Sie auch das Secret der App ein.',
  form_app_id: 'Fügen Sie zuerst die ID der App ein.',
  form_app_set_elsewhere:
    'Ändern Sie {name} dort, wo Crier gestartet wird: Es ist dort gesetzt und geht vor.',
  form_https_given: 'Geben Sie eine Adresse an, die mit https:// beginnt.',
  form_https_used: 'Geben Sie eine Adresse mit https:// an.',
  form_from_status: 'Wählen Sie eine andere Adresse: Diese antwortet mit dem Status {status}.',
  form_from_packed: 'Wählen Sie eine andere Adresse: Diese schickt die Datei gepackt ({coding}).',
  form_from_large: 'Die Datei hat mehr als die {limit} Bytes, die dieses Konto hochladen darf.',
  form_from_slow: 'Wählen Sie eine schnellere Adresse: Das Holen dauerte zu lange.',
  form_from_unread:
    'Wählen Sie eine öffentliche https-Adresse (Port 443): Diese ließ sich nicht lesen.',
  form_from_nothing: 'Wählen Sie eine andere Adresse: Diese antwortet ohne Datei.',
  form_from_ended: 'Versuchen Sie es noch einmal: Die Datei endete, bevor sie vollständig war.',
  form_from_redirects:
    'Geben Sie die Adresse der Datei selbst an: Diese leitet mehr als {limit} Mal weiter.',
  form_queue_called_so: 'Nehmen Sie einen anderen Namen: So heißt schon eine Warteschlange.',
  form_queue_times: 'Nennen Sie mindestens eine Zeit der Woche.',
  form_queues_many:
    'Löschen Sie zuerst eine: Ein Arbeitsbereich hat höchstens {limit:plain} Warteschlangen.',
  form_set_called_so: 'Nehmen Sie einen anderen Namen: So heißt schon eine Kontogruppe.',
  form_set_name: 'Nehmen Sie einen Namen ohne Komma und Strichpunkt, und nicht nur aus Ziffern.',
  form_set_accounts: 'Wählen Sie mindestens ein verbundenes Konto.',
  form_snippet_called_so: 'Nehmen Sie einen anderen Namen: So heißt schon ein Baustein.',
  form_snippet_words: 'Schreiben Sie die Worte.',
  form_label_called_so: 'Nehmen Sie ein anderes Wort: So heißt es schon.',
  form_calendars_many:
    'Widerrufen Sie zuerst eine: Ein Arbeitsbereich hat höchstens {limit:plain}.',
  form_snippets_many: 'Löschen Sie zuerst einen: Ein Arbeitsbereich hat höchstens {limit:plain}.',
  form_workspaces_many: 'Nehmen Sie einen von Ihren: Einer Person gehören höchstens {limit:plain}.',
  form_parameter_name: 'Nehmen Sie einen Namen wie utm_source.',
  form_host: 'Geben Sie einen Host an: example.com.',
  form_time_of_week: 'Geben Sie eine Uhrzeit an, etwa 09:30.',
  form_late: 'Wählen Sie, was aus dem wird, dessen Zeit vorbei ist.',
  form_future_time: 'Geben Sie eine Zeit in der Zukunft an.',
  form_once_only: 'Jedes darf hier nur einmal stehen.',
  form_most_times: 'Höchstens {limit:plain} Zeiten.',
  form_most_tags: 'Höchstens {limit:plain} Schlagwörter.',
  file_empty: 'Die Datei ist leer.',
  file_damaged: 'Die Datei ist beschädigt oder unvollständig.',
  file_image_damaged: 'Das Bild ist beschädigt oder unvollständig.',
  file_pdf_damaged: 'Die PDF-Datei ist beschädigt oder unvollständig.',
  file_unknown:
    'Das ist keine Datei, die Crier kennt. Möglich sind Bilder (JPEG, PNG, GIF, WebP), Videos (MP4, MOV, WebM), Ton (MP3, WAV, M4A, AAC), PDF und Untertitel (SRT, VTT).',
  file_other:
    'Die Datei ist von einer Art, die Crier nicht nimmt ({type}). Möglich sind Bilder (JPEG, PNG, GIF, WebP), Videos (MP4, MOV, WebM), Ton (MP3, WAV, M4A, AAC), PDF und Untertitel (SRT, VTT).',
  file_without_video:
    'In dieser WebM-Datei ist kein Video. Möglich sind Bilder (JPEG, PNG, GIF, WebP), Videos (MP4, MOV, WebM), Ton (MP3, WAV, M4A, AAC), PDF und Untertitel (SRT, VTT).',
  file_called_otherwise:
    'Der Name endet auf .{extension}, die Datei ist aber von anderer Art: Benennen Sie sie um.',
  file_declared_otherwise: 'Die Datei ist von anderer Art als angegeben ({declared}).',
  file_contains:
    'In der Datei steckt noch eine andere, etwa ein Archiv; so wird sie nicht genommen.',
  file_impossible: 'Die Datei macht unmögliche Angaben über sich ({what}).',
  file_kind: 'Dateien der Art .{extension} werden nicht genommen, nur: {taken}.',
  file_without_kind: 'Geben Sie der Datei einen Namen mit einer Endung: {taken}.',
  file_bytes: 'Eine Datei darf hier höchstens {megabytes} haben.',
  file_image_bytes: 'Ein Bild darf höchstens 200 MB haben.',
  file_image_pixels: 'Ein Bild darf höchstens {limit:plain} Megapixel haben.',
  file_png_text: 'Ein PNG darf höchstens 256 kB gepackten Text enthalten.',
  file_captions_bytes: 'Untertitel haben höchstens 2 MB; diese Datei hat mehr.',
  file_captions_letters:
    'Die Untertitel sind nicht in UTF-8 gespeichert. Speichern Sie sie in dieser Kodierung.',
  file_captions_none: 'In der Datei stehen keine Untertitel.',
  file_captions_line: 'Die Untertitel lassen sich ab Zeile {line} nicht lesen.',
  file_slow: 'Die Datei ließ sich nicht in vernünftiger Zeit lesen.',
  file_memory: 'Die Datei braucht zum Lesen zu viel Speicher.',
  form_role_may_not:
    'Bitten Sie jemanden mit der Rolle „Eigentum“ oder „Redaktion“: Ihre Rolle ändert das nicht.',
  form_only_owners: 'Bitten Sie jemanden mit der Rolle „Eigentum“: Das ist diesen vorbehalten.',
  form_only_looks:
    'Bitten Sie jemanden mit der Rolle „Redaktion“ oder „Eigentum“: Sie sehen hier nur zu.',
  form_no_connecting:
    'Bitten Sie jemanden mit der Rolle „Eigentum“ oder „Redaktion“: Sie verbinden hier keine Konten.',
  form_too_often: 'Das wurde zu oft versucht: Warten Sie {seconds:plain} s.',
  form_requests_many: 'Das waren zu viele Anfragen auf einmal: Warten Sie {seconds:plain} s.',
  form_links_many:
    'Sehen Sie Ihre E-Mails durch, auch den Spam: Dort liegen schon {count:plain} Links, und alle gelten.',
  form_secrets_many:
    'Warten Sie bis {until:moment}: Neben dem jetzigen Geheimnis unterschreiben noch {count:plain} frühere, jedes einen Tag lang. Sollen sie sofort aufhören, löschen Sie den Webhook, und legen Sie einen neuen an.',
  form_sign_in_by: 'Melden Sie sich über {name} an: Hier hat niemand ein Passwort.',
  form_role_told: 'Melden Sie sich über {name} an: Dort steht, welche Rolle Sie haben.',
  form_sign_in_as: 'Melden Sie sich als {email} an: Die Einladung gilt dieser Adresse.',
  form_sign_in_fresh:
    'Melden Sie sich zuerst ab und wieder an: Ohne Passwort geht das nur in den ersten {minutes:plain} Minuten nach dem Anmelden.',
  form_session_over: 'Diese Sitzung ist schon beendet.',
  form_account_gone: 'Dieses Konto gibt es nicht mehr.',
  form_member_none: 'Dieses Mitglied gibt es nicht.',
  form_invitation_gone: 'Diese Einladung gilt schon nicht mehr.',
  form_passkeys_many: 'Entfernen Sie zuerst einen: Eine Person hat höchstens {limit:plain}.',
  form_passkey_none: 'Sie haben keinen solchen Passkey.',
  form_factor_none: 'Beginnen Sie von vorn: Es gibt keinen zweiten Faktor, mit dem es weiterginge.',
  form_workspace_not_in: 'Sie gehören zu keinem solchen Arbeitsbereich.',
  form_workspace_first:
    'Löschen Sie stattdessen die Instanz selbst: Wem der Arbeitsbereich gehört, mit dem sie begann, bestimmt, was für alle gilt; darum bleibt dieser.',
  form_workspace_goes: 'Warten Sie, oder nehmen Sie es zurück: Er wird schon gelöscht.',
  form_workspace_going:
    'Nehmen Sie das zuerst in den Einstellungen zurück, als jemand mit der Rolle „Eigentum“: Dieser Arbeitsbereich wird gelöscht.',
  form_workspace_kept: 'Niemand wollte diesen Arbeitsbereich löschen, oder es ist zu spät dafür.',
}
