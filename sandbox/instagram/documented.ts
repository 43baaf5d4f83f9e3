/**
 * Every field that Meta's machine-readable description names (facebook-business-sdk-codegen, 2026-04-15). What this emulator
 * has nothing to tell of is left out, as Graph leaves out what is empty; only a name that is not here is refused.
 */
const names = (text: string) => new Set(text.trim().split(/\s+/))

export const documented: Record<string, ReadonlySet<string>> = {
  Business: names(`
    created_time id link name primary_page profile_picture_uri verification_status vertical
  `),
  User: names(`
    email first_name id last_name name
  `),
  Page: names(`
    about access_token category category_list connected_instagram_account fan_count followers_count id
    instagram_business_account is_published link name page_token picture tasks username verification_status website
  `),
  IGUser: names(`
    biography business_discovery followers_count follows_count has_profile_pic id ig_id is_published
    legacy_instagram_user_id media_count mentioned_comment mentioned_media name owner_business profile_picture_url
    shopping_product_tag_eligibility shopping_review_status username website
  `),
  IGUserForIGOnlyAPI: names(`
    account_type biography followers_count follows_count id media_count name profile_picture_url user_id username
    website
  `),
  IGMedia: names(`
    alt_text boost_eligibility_info caption children collaborators comments comments_count
    copyright_check_information current_live_viewer_count has_poll has_slider id ig_id insights is_comment_enabled
    is_shared_to_feed legacy_instagram_media_id like_count media_product_type media_type media_url owner permalink
    shortcode thumbnail_url timestamp username video_title view_count
  `),
  IGMediaForIGOnlyAPI: names(`
    alt_text caption children comments comments_count current_live_viewer_count id insights is_comment_enabled
    is_shared_to_feed like_count media_product_type media_type media_url owner permalink shortcode thumbnail_url
    timestamp username
  `),
  IGComment: names(`
    from hidden id legacy_instagram_comment_id like_count media parent_id replies text timestamp user username
  `),
  ShadowIGMediaBuilder: names(`
    copyright_check_status id status status_code video_status
  `),
}
