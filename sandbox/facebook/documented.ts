/**
 * Every field that Meta's machine-readable description names (facebook-business-sdk-codegen, 2026-04-15). What this emulator
 * has nothing to tell of is left out, as Graph leaves out what is empty; only a name that is not here is refused.
 */
const names = (text: string) => new Set(text.trim().split(/\s+/))

export const documented: Record<string, ReadonlySet<string>> = {
  Business: names(`
    block_offline_analytics collaborative_ads_managed_partner_business_info created_by created_time id is_hidden link
    name payment_account_id primary_page profile_picture_uri timezone_id two_factor_type updated_by updated_time
    verification_status vertical vertical_id
  `),
  User: names(`
    about age_range birthday client_business_id community cover currency education email favorite_athletes
    favorite_teams first_name gender hometown id inspirational_people install_type installed is_guest_user
    is_work_account languages last_name link local_news_megaphone_dismiss_status local_news_subscription_status
    locale location meeting_for middle_name name name_format payment_pricepoints political profile_pic quotes
    relationship_status religion shared_login_upgrade_required_by short_name significant_other sports
    supports_donate_button_in_live_video third_party_id timezone token_for_business updated_time verified
    video_upload_limits website
  `),
  Page: names(`
    about access_token ad_campaign affiliation app_id artists_we_like attire available_promo_offer_ids awards
    band_interests band_members best_page bio birthday booking_agent breaking_news_usage built business can_checkin
    can_post category category_list checkins company_overview connected_instagram_account
    connected_page_backed_instagram_account contact_address copyright_attribution_insights
    copyright_whitelisted_ig_partners country_page_likes cover culinary_team current_location
    delivery_and_pickup_option_info description description_html differently_open_offerings directed_by
    display_subtext displayed_message_response_time does_viewer_have_page_permission_link_ig emails engagement
    fan_count featured_video features feed followers_count food_styles founded general_info general_manager genre
    global_brand_page_name global_brand_root_id has_added_app has_lead_access
    has_transitioned_to_new_page_experience has_whatsapp_business_number has_whatsapp_number hometown hours id
    impressum influences instagram_business_account is_always_open is_calling_eligible is_chain is_community_page
    is_eligible_for_branded_content is_eligible_for_disable_connect_ig_btn_for_non_page_admin_am_web
    is_messenger_bot_get_started_enabled is_messenger_platform_bot is_owned is_permanently_closed is_published
    is_unclaimed is_verified is_webhooks_subscribed keywords leadgen_tos_acceptance_time leadgen_tos_accepted
    leadgen_tos_accepting_user link location members merchant_id merchant_review_status messaging_feature_status
    messenger_ads_default_icebreakers messenger_ads_default_quick_replies messenger_ads_quick_replies_type
    mini_shop_storefront mission mpg name name_with_location_descriptor network new_like_count offer_eligible
    overall_star_rating owner_business page_token parent_page parking payment_options personal_info
    personal_interests pharma_safety_info phone photos pickup_options picture place_type plot_outline posts
    preferred_audience press_contact price_range priority_hours privacy_info_url produced_by products
    promotion_eligible promotion_ineligible_reason public_transit rating_count recipient record_label release_date
    restaurant_services restaurant_specialties schedule screenplay_by season single_line_address starring start_info
    store_code store_location_descriptor store_number studio supports_donate_button_in_live_video
    talking_about_count temporary_status unread_message_count unread_notif_count unseen_message_count
    user_access_expire_time username verification_status videos voip_info website were_here_count whatsapp_number
    written_by
  `),
  Post: names(`
    actions admin_creator allowed_advertising_objectives application attachments backdated_time call_to_action
    can_reply_privately child_attachments comments comments_mirroring_domain coordinates created_time event
    expanded_height expanded_width feed_targeting from full_picture height icon id instagram_eligibility
    is_app_share is_eligible_for_dark_post is_eligible_for_promotion is_expired is_hidden is_inline_created
    is_instagram_eligible is_popular is_published is_spherical likes message message_tags multi_share_end_card
    multi_share_optimized parent_id permalink_url picture place privacy promotable_id promotion_status properties
    reactions scheduled_publish_time sharedposts shares status_type story story_tags subscribed target targeting
    timeline_visibility to updated_time via video_buying_eligibility width
  `),
  Video: names(`
    ad_breaks admin_creator audio_isrc backdated_time backdated_time_granularity boost_eligibility_info captions
    comments content_category content_tags copyright copyright_check_information copyright_monitoring_status
    created_time custom_labels description embed_html embeddable event expiration format from icon id
    is_crosspost_video is_crossposting_eligible is_episode is_instagram_eligible is_reference_only length likes
    live_audience_count live_status music_video_copyright permalink_url picture place post_id post_views
    premiere_living_room_status privacy published scheduled_publish_time source spherical status tags thumbnails
    title universal_video_id updated_time views
  `),
  Photo: names(`
    album alt_text alt_text_custom backdated_time backdated_time_granularity can_backdate can_delete can_tag
    comments created_time event from height icon id images likes link name name_tags page_story_id picture place
    position source target updated_time webp_images width
  `),
  Comment: names(`
    admin_creator application attachment can_comment can_hide can_like can_remove can_reply_privately comment_count
    comments created_time from id is_hidden is_private like_count likes live_broadcast_timestamp message
    message_tags object parent permalink_url private_reply_conversation reactions user_likes
  `),
}
