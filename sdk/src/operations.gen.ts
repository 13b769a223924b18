// Generated from the endpoint declarations by `npm run gen`: change those, not this.

/**
 * A line for each resource: its name, the common path of its operations, and for each operation its name, its method (the
 * initial; for PUT and PATCH the second letter), its flags and the rest of its path, with a star for each id. `a`: takes arguments, in
 * the query of a GET and in the body of others; `p`: returns a page; `c`: can cost credits; `b`: returns bytes.
 */
export const TABLE = `
home /home summary G
api_keys /api-keys create Pa,list Gap,get Ga/*,update Aa/*,revoke D/*
branding /branding get G,put Ua
portal_links /portal-links create Pa,list Gap,get G/*,revoke D/*,current G/current
profiles /profiles create Pa,list Gap,get G/*,replace Ua/*,delete D/*
credits /credits get G,ledger Gap/ledger,usage Ga/usage,holds Gap/holds,checkout Pa/checkout,orders Gap/orders,billing G/billing,subscription G/subscription,cancel_subscription D/subscription,auto_topup G/auto-topup,set_auto_topup Ua/auto-topup,delete_auto_topup D/auto-topup
requests /requests get G/*,list Gap,stream Gb/stream
pricing /public/pricing get G
webhooks /webhooks create Pa,list Gap,events Gap/events,get G/*,update Aa/*,delete D/*,rotate P/*/rotate,test P/*/test,recover Pa/*/recover,list_health Gap/health,health G/*/health
webhook_deliveries /webhooks/deliveries list Gap,get G/*,redrive P/*/redrive,redrive_many Pa:redrive
events /events/stream stream Gab
platforms /platforms app G/*/app,set_app Ua/*/app,remove_app D/*/app,list Gap
connections /connections create Pa,list Gap,get G/*,complete Pa/*/complete,entities Gap/*/entities,select Pa/*/select
accounts /accounts list Gap,list_health Gap/health,get G/*,avatar Gb/*/avatar,disconnect D/*,reconnect Pa/*/reconnect,get_health G/*/health,check_health P/*/health,list_entities Gap/*/entities,refresh_entities P/*/entities/refresh,set_active_entity Ua/*/active-entity,analytics Ga/*/analytics,request_code Pa/*/request-code,verify_code Pa/*/verify-code,register_number Pa/*/register-number,list_feeds Gap/*/feeds
comments /comments list Gap,get G/*,avatar Gb/*/avatar,moderate Pa/*/moderate,reply Pa/*/reply
conversations  list Gap/conversations,get G/conversations/*,avatar Gb/conversations/*/avatar,update Aa/conversations/*,read P/conversations/*/read,unread P/conversations/*/unread,list_messages Gap/conversations/*/messages,reply Pa/conversations/*/messages,start Pa/accounts/*/messages
messages /messages/*/attachments/* attachment Gb
reviews /reviews list Gap,get G/*,avatar Gb/*/avatar,reply Ua/*/reply,delete_reply D/*/reply
posts /posts analytics Ga/analytics,create Pa,create_draft Pa/drafts,validate Pa/validate,list Gap,get G/*,update Aa/*,publish P/*/publish,delete D/*,cancel P/*/cancel,retry Pa/*/retry,unpublish Pa/*/unpublish,attempts Gap/*/attempts
analytics /analytics summary Ga/summary,top_posts Ga/top-posts
templates /accounts/*/templates create Pa,list Gap,get G/*,delete D/*
sandbox /sandbox create_fault Pa/faults,list_faults Gap/faults,delete_fault D/faults/*,list_posts Gap/posts,list_pages Gap/pages,comment Pa/comments,message Pa/messages,review Pa/reviews,message_status Pa/message-statuses,template_status Pa/template-statuses
media /media ingest Pa,create_upload Pa/uploads,complete P/*/complete,list Gap,usage G/usage,get G/*,delete D/*
demo_data /demo-data get G,create P,delete D
purchases /data/purchases list Gap,get G/*
data /data search_people Papc/search/people,search_companies Papc/search/companies,find_email Pac/contacts/find-email,verify_email Pac/contacts/verify-email,enrich_person Pac/people/enrich,consensus Pac/consensus,estimate_search_people Pa/search/people:estimate,estimate_search_companies Pa/search/companies:estimate,estimate_enrich_person Pa/people/enrich:estimate,estimate_find_email Pa/contacts/find-email:estimate,estimate_verify_email Pa/contacts/verify-email:estimate,estimate_consensus Pa/consensus:estimate
actions /meta/actions list Gap
workflows /data/workflows list Gap,run_lead_list Pac/lead-list,estimate_lead_list Pa/lead-list:estimate,run_verify_list Pac/verify-list,estimate_verify_list Pa/verify-list:estimate,run_enrich_list Pac/enrich-list,estimate_enrich_list Pa/enrich-list:estimate
data_jobs /data create Pac/async,list Gap/jobs,get G/jobs/*,cancel P/jobs/*/cancel
bulk_jobs /bulk/jobs create Pac,list Gap,get G/*,results Gap/*/results,cancel P/*/cancel,estimate Pa:estimate
saved_searches /data/saved-searches create Pa,list Gap,get G/*,replace Ua/*,delete D/*
suppressions /suppressions create Pa,create_many Pa:bulk,list Gap,delete D/*
`

export type OperationId =
  | 'home.summary'
  | 'api_keys.create'
  | 'api_keys.list'
  | 'api_keys.get'
  | 'api_keys.update'
  | 'api_keys.revoke'
  | 'branding.get'
  | 'branding.put'
  | 'portal_links.create'
  | 'portal_links.list'
  | 'portal_links.get'
  | 'portal_links.revoke'
  | 'portal_links.current'
  | 'profiles.create'
  | 'profiles.list'
  | 'profiles.get'
  | 'profiles.replace'
  | 'profiles.delete'
  | 'credits.get'
  | 'credits.ledger'
  | 'credits.usage'
  | 'requests.get'
  | 'requests.list'
  | 'credits.holds'
  | 'pricing.get'
  | 'credits.checkout'
  | 'credits.orders'
  | 'credits.billing'
  | 'credits.subscription'
  | 'credits.cancel_subscription'
  | 'credits.auto_topup'
  | 'credits.set_auto_topup'
  | 'credits.delete_auto_topup'
  | 'webhooks.create'
  | 'webhooks.list'
  | 'webhooks.events'
  | 'webhooks.get'
  | 'webhooks.update'
  | 'webhooks.delete'
  | 'webhooks.rotate'
  | 'webhooks.test'
  | 'webhooks.recover'
  | 'webhook_deliveries.list'
  | 'webhook_deliveries.get'
  | 'webhook_deliveries.redrive'
  | 'webhook_deliveries.redrive_many'
  | 'events.stream'
  | 'requests.stream'
  | 'webhooks.list_health'
  | 'webhooks.health'
  | 'platforms.app'
  | 'platforms.set_app'
  | 'platforms.remove_app'
  | 'connections.create'
  | 'connections.list'
  | 'connections.get'
  | 'connections.complete'
  | 'connections.entities'
  | 'connections.select'
  | 'accounts.list'
  | 'accounts.list_health'
  | 'accounts.get'
  | 'accounts.avatar'
  | 'accounts.disconnect'
  | 'accounts.reconnect'
  | 'accounts.get_health'
  | 'accounts.check_health'
  | 'accounts.list_entities'
  | 'accounts.refresh_entities'
  | 'accounts.set_active_entity'
  | 'platforms.list'
  | 'comments.list'
  | 'comments.get'
  | 'comments.avatar'
  | 'comments.moderate'
  | 'comments.reply'
  | 'conversations.list'
  | 'conversations.get'
  | 'conversations.avatar'
  | 'conversations.update'
  | 'conversations.read'
  | 'conversations.unread'
  | 'messages.attachment'
  | 'conversations.list_messages'
  | 'conversations.reply'
  | 'conversations.start'
  | 'reviews.list'
  | 'reviews.get'
  | 'reviews.avatar'
  | 'reviews.reply'
  | 'reviews.delete_reply'
  | 'accounts.analytics'
  | 'posts.analytics'
  | 'analytics.summary'
  | 'analytics.top_posts'
  | 'templates.create'
  | 'templates.list'
  | 'templates.get'
  | 'templates.delete'
  | 'accounts.request_code'
  | 'accounts.verify_code'
  | 'accounts.register_number'
  | 'accounts.list_feeds'
  | 'sandbox.create_fault'
  | 'sandbox.list_faults'
  | 'sandbox.delete_fault'
  | 'sandbox.list_posts'
  | 'sandbox.list_pages'
  | 'sandbox.comment'
  | 'sandbox.message'
  | 'sandbox.review'
  | 'sandbox.message_status'
  | 'sandbox.template_status'
  | 'media.ingest'
  | 'media.create_upload'
  | 'media.complete'
  | 'media.list'
  | 'media.usage'
  | 'media.get'
  | 'media.delete'
  | 'posts.create'
  | 'posts.create_draft'
  | 'posts.validate'
  | 'posts.list'
  | 'posts.get'
  | 'posts.update'
  | 'posts.publish'
  | 'posts.delete'
  | 'posts.cancel'
  | 'posts.retry'
  | 'posts.unpublish'
  | 'posts.attempts'
  | 'demo_data.get'
  | 'demo_data.create'
  | 'demo_data.delete'
  | 'purchases.list'
  | 'purchases.get'
  | 'data.search_people'
  | 'data.search_companies'
  | 'data.find_email'
  | 'data.verify_email'
  | 'data.enrich_person'
  | 'data.consensus'
  | 'data.estimate_search_people'
  | 'data.estimate_search_companies'
  | 'data.estimate_enrich_person'
  | 'data.estimate_find_email'
  | 'data.estimate_verify_email'
  | 'data.estimate_consensus'
  | 'actions.list'
  | 'workflows.list'
  | 'workflows.run_lead_list'
  | 'workflows.estimate_lead_list'
  | 'workflows.run_verify_list'
  | 'workflows.estimate_verify_list'
  | 'workflows.run_enrich_list'
  | 'workflows.estimate_enrich_list'
  | 'data_jobs.create'
  | 'data_jobs.list'
  | 'data_jobs.get'
  | 'data_jobs.cancel'
  | 'bulk_jobs.create'
  | 'bulk_jobs.list'
  | 'bulk_jobs.get'
  | 'bulk_jobs.results'
  | 'bulk_jobs.cancel'
  | 'bulk_jobs.estimate'
  | 'saved_searches.create'
  | 'saved_searches.list'
  | 'saved_searches.get'
  | 'saved_searches.replace'
  | 'saved_searches.delete'
  | 'suppressions.create'
  | 'suppressions.create_many'
  | 'suppressions.list'
  | 'suppressions.delete'
