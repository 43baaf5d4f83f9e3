/** English: what an option does is told by the service, in its own words; here stand those that speak to programs. */

/** By the option; without one here the service's sentence is shown as it is. */
export const hints: Readonly<Record<string, string>> = {
  'bluesky.langs':
    'Languages of the text, such as en or pt-BR, at most three; feeds and translation go by them. Left empty: those of the account’s last post.',
  'facebook.place':
    'A Page with a location, where this is: looked for by words, or its number. Not on videos.',
  'google_business.language_code': 'The language of the text, such as en or pt-BR.',
  'google_business.event.recurrence.days_of_week':
    'If it recurs by the week. Left empty: the day on which it begins.',
  'google_business.event.recurrence.series_end_time':
    'When the last one is over. Left empty: never.',
  'instagram.location_id':
    'A place, looked for by words where the account was connected by Facebook, or the number of its Page.',
  'pinterest.board_id': 'The board to pin to. Left empty: the first one of the account.',
  'pinterest.board': 'In place of choosing one: the board by its name.',
  'pinterest.board_section_id': 'The section of the board to pin to. Left empty: none.',
  'pinterest.section': 'In place of choosing one: the section by its name.',
  'pinterest.title': 'Title of the pin, up to 100 characters.',
  'pinterest.cover_second':
    'Videos: the second whose picture is the cover, unless a picture comes with the video. Left empty: the beginning.',
  'threads.location_id': 'A place, looked for by words, or its number.',
  'tiktok.privacy_level': 'Who can see the post; TikTok says for each account what may be chosen.',
  'threads.reply_control': 'Who may reply. Left open: everyone.',
  'x.reply_settings': 'Who may reply. Left open: everyone.',
  'x.poll.duration_minutes':
    'How long people may vote: five minutes to seven days. Left empty: a day.',
  'youtube.title':
    'Title of the video. Left empty: the first line of the text, up to 100 characters.',
  'youtube.privacy': 'Who may watch. Left open: everyone.',
  'youtube.made_for_kids':
    'Whether the video is made for children, which YouTube must be told by law. Left open: no.',
  'youtube.category': 'Number of the category. Left empty: 22, People & Blogs.',
  'youtube.captions':
    'Add a file that ends in .srt or .vtt to the media of the post, then tell its language here.',
  'youtube.playlist_id': 'A playlist of the channel that the video is added to.',
  'youtube.playlist': 'In place of choosing one: the playlist by its name.',
  'youtube.language':
    'The language of title and text, such as en or pt-BR. Left empty: what YouTube makes of them.',
  'youtube.audio_language': 'The language that is spoken in the video, such as en or pt-BR.',
  'youtube.notify_subscribers': 'Whether subscribers are told of the video. Left open: yes.',
}
