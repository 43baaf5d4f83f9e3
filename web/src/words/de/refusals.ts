/** German: what the service refuses, by its code, where that says all; in braces is what is told beside it. */
import type * as en from '../en/refusals.ts'

export const refusals: typeof en.refusals = {
  post_not_found: 'Diesen Beitrag gibt es nicht.',
  key_not_found: 'Diesen API-Schlüssel gibt es nicht.',
  account_not_found: 'Dieses Konto gibt es hier nicht.',
  account_set_not_found: 'Diese Kontogruppe gibt es nicht.',
  snippet_not_found: 'Diesen Baustein gibt es nicht.',
  label_not_found: 'Dieses Etikett trägt kein Beitrag.',
  queue_not_found: 'Diese Warteschlange gibt es nicht.',
  calendar_not_found: 'Diese Kalenderadresse gibt es nicht.',
  media_not_found: 'Diese Datei gibt es nicht.',
  upload_not_found: 'Dieser Upload ist vorbei: Laden Sie die Datei noch einmal hoch.',
  webhook_not_found: 'Diesen Webhook gibt es nicht.',
  send_not_found: 'Diese Sendung gibt es nicht.',
  series_not_found: 'Diese Serie gibt es nicht.',
  post_not_cancelable:
    'Der Beitrag lässt sich nicht mehr zurücknehmen oder löschen: Er ist veröffentlicht, auf dem Weg oder gar nicht geplant.',
  post_not_publishable: 'So, wie der Beitrag jetzt steht, lässt er sich nicht veröffentlichen.',
  post_not_retryable: 'An diesem Beitrag gibt es nichts, was noch einmal versucht werden könnte.',
  post_not_deleted: 'Der Beitrag ist nicht gelöscht; es gibt nichts wiederherzustellen.',
  post_not_published: 'Von diesem Beitrag ist dort nichts veröffentlicht.',
  post_not_awaiting: 'Dieser Beitrag wartet nicht auf Freigabe.',
  post_changed: 'Der Beitrag wurde inzwischen geändert: Sehen Sie ihn sich noch einmal an.',
  duplicate_content: 'Diesen Text gibt es schon für dieselben Konten und etwa zur selben Zeit.',
  external_id_taken: 'Ein anderer Beitrag trägt diese externe Kennung schon.',
  day_taken: 'Diesen Tag der Serie hat schon ein anderer Beitrag: Löschen Sie erst jenen.',
  schedule_changed: 'Der Zeitplan wurde inzwischen geändert: Sehen Sie ihn sich noch einmal an.',
  utm_changed:
    'Die Parameter an Links wurden inzwischen geändert: Sehen Sie sie sich noch einmal an.',
  series_changed: 'Die Serie wurde inzwischen geändert: Sehen Sie sie sich noch einmal an.',
  series_ended: 'Die Serie ist beendet.',
  media_changed: 'Die Datei wurde inzwischen geändert: Sehen Sie sie sich noch einmal an.',
  media_in_use: 'Ein Beitrag braucht diese Datei noch.',
  upload_busy: 'An diesem Upload wird gerade gearbeitet; warten Sie einen Moment.',
  too_many_uploads: 'Es sind zu viele Uploads zugleich offen; warten Sie, bis einer fertig ist.',
  no_queue_slots: 'Im kommenden Jahr ist kein Platz im Zeitplan mehr frei: Nennen Sie eine Zeit.',
  no_connected_accounts: 'Verbinden Sie zuerst ein Konto.',
  account_inactive:
    'Ein Konto dieses Beitrags muss zuerst neu verbunden werden; oder wählen Sie ein anderes.',
  last_owner:
    'Ein Arbeitsbereich gehört immer jemandem: Geben Sie zuerst jemand anderem die Rolle „Eigentum“.',
  last_way_in:
    'Damit kämen Sie nicht mehr herein: Wählen Sie zuerst ein Passwort, oder legen Sie einen weiteren Passkey an.',
  webhook_disabled:
    'Schalten Sie den Webhook zuerst ein: An einen ausgeschalteten wird nichts gesendet.',
  plan_limit_reached:
    'Alle Beiträge dieses Monats sind verbraucht: Wechseln Sie den Tarif, speichern Sie einen Entwurf, oder warten Sie bis {resets_at:moment}.',
  no_timing_specified: 'Sagen Sie, wann. Es wurde nichts veröffentlicht.',
  payload_too_large: 'Das ist zu groß, um es zu senden.',
  request_timeout: 'Das kam zu langsam an; senden Sie es noch einmal.',
  too_many_requests: 'Das waren zu viele Anfragen auf einmal.',
  unavailable: 'Das geht gerade nicht; versuchen Sie es gleich noch einmal.',
}
