/** The tools of Stripe's own MCP server, as it listed them in August 2026 (the remote server, https://docs.stripe.com/mcp). */
export const documentedTools: readonly string[] = (
  'create_refund get_stripe_account_info list_available_accounts_or_orgs manage_stripe_accounts ' +
  'search_stripe_documentation send_stripe_mcp_feedback stripe_api_details stripe_api_read stripe_api_search ' +
  'stripe_api_write stripe_implementation_planner'
).split(' ');
