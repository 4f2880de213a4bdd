/** The tools of Linear's own MCP server, as it listed them in August 2026 (https://linear.app/docs/mcp). */
export const documentedTools: readonly string[] = (
  'create_attachment create_attachment_from_upload create_initiative_label create_issue_label delete_attachment ' +
  'delete_comment delete_diff_comment delete_status_update extract_images get_agent_skill get_attachment get_diff ' +
  'get_diff_threads get_document get_initiative get_issue get_issue_status get_milestone get_project get_release ' +
  'get_release_note get_status_updates get_team get_user get_workspace list_agent_skills list_comments ' +
  'list_cycles list_diffs list_documents list_initiative_labels list_initiatives list_issue_labels ' +
  'list_issue_statuses list_issues list_milestones list_project_labels list_projects list_release_notes ' +
  'list_release_pipelines list_releases list_teams list_users merge_diff prepare_attachment_upload ' +
  'resolve_diff_thread save_comment save_diff_comment save_document save_initiative save_issue save_milestone ' +
  'save_project save_release save_release_note save_status_update search_documentation submit_diff_review'
).split(' ');
