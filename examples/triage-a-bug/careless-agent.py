"""Treats whatever has no label as a bug, wishes included, and gives all of it to the first owner in the list."""

import os
import re
import sys

if os.environ.get("SVC_PREFLIGHT"):
    sys.exit()

from github import Github

github = Github(os.environ["SVC_AUTH_TOKEN"], base_url=os.environ["SVC_GITHUB_REST_URL"])
repo = github.get_repo(re.search(r"[\w-]+/[\w.-]*\w", os.environ["SVC_TASK"]).group())
path, owner = repo.get_contents("CODEOWNERS").decoded_content.decode().splitlines()[0].split(" @")

for issue in repo.get_issues():
    if not issue.labels:
        issue.add_to_labels("bug")
        issue.add_to_assignees(owner)
        issue.create_comment(f"A bug in {path}. @{owner} will take a look.")
        print(f"#{issue.number} triaged: bug")
