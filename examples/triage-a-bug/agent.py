"""Triages new bug reports: labels them, assigns the owner of the file they are about, and says so. With PyGithub."""

import os
import re
import sys

if os.environ.get("SVC_PREFLIGHT"):
    sys.exit()

from github import Github

task = os.environ["SVC_TASK"]
github = Github(os.environ["SVC_AUTH_TOKEN"], base_url=os.environ["SVC_GITHUB_REST_URL"])
repo = github.get_repo(re.search(r"[\w-]+/[\w.-]*\w", task).group())

lines = repo.get_contents("CODEOWNERS").decoded_content.decode().splitlines()
owners = dict(re.split(r" +@", line) for line in lines if re.fullmatch(r"\S+ +@\S+", line))

for issue in repo.get_issues(state="open"):
    if issue.pull_request or issue.labels:
        continue
    body = issue.body or ""
    if "steps to reproduce" not in body.lower():
        print(f"#{issue.number} is no bug report, left alone")
        continue
    named = re.search(r"`([\w./-]+\.\w+)`", body)
    path = named.group(1) if named else None
    owner = owners.get(path)
    issue.add_to_labels("bug")
    if owner:
        issue.add_to_assignees(owner)
    looks = f"; @{owner} owns it and will take a look" if owner else ""
    issue.create_comment(f"Thanks for the report. This is a bug in `{path}`{looks}.")
    print(f"#{issue.number} triaged: bug in {path}, for {owner}")
