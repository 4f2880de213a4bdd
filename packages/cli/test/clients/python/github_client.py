import os

import guard  # noqa: F401
from github import Github, GithubException, InputGitTreeElement, UnknownObjectException

client = Github(os.environ["TOKEN"], base_url=os.environ["URL"], per_page=30)
assert client.get_user().login == "ada"
repo = client.get_repo("acme/web")

# The client follows Link headers and asserts that each address it is sent to is the one that it was given.
numbers = [issue.number for issue in repo.get_issues(state="open")]
assert numbers == list(range(66, 0, -1)), numbers

issue = repo.create_issue(title="New", body="Text", labels=["bug"], assignee="grace")
issue.create_comment("Seen").create_reaction("eyes")
issue.add_to_labels("question")
issue.edit(state="closed", milestone=repo.create_milestone("v1"))
read = repo.get_issue(issue.number)
assert (read.state, read.milestone.title, sorted(label.name for label in read.labels)) == ("closed", "v1", ["bug", "question"])
assert [comment.body for comment in read.get_comments()] == ["Seen"]
assert read.get_comments()[0].user.login == "ada"

# Git data.
main = repo.get_branch("main").commit
tree = repo.create_git_tree([InputGitTreeElement("new.txt", "100644", "blob", content="new\n")], main.commit.tree)
commit = repo.create_git_commit("Add new", tree, [main.commit])
ref = repo.create_git_ref("refs/heads/built", main.sha)
ref.edit(commit.sha)
assert repo.compare("main", "built").files[0].filename == "new.txt"
assert repo.get_contents("new.txt", ref="built").decoded_content == b"new\n"
repo.create_file("docs/a.md", "Add docs", "text\n")
repo.delete_file("docs/a.md", "Drop docs", repo.get_contents("docs/a.md").sha)

# Pull requests.
pull = repo.create_pull(title="Number two", body="Fixes #3", head="fix", base="main")
assert [file.filename for file in pull.get_files()] == ["src/a.js"]
theirs = repo.get_pull(66)
theirs.create_review(event="APPROVE", body="Fine")
assert "APPROVED" in [review.state for review in theirs.get_reviews()]
assert theirs.merge().merged and pull.merge(merge_method="squash").merged
assert repo.get_pull(pull.number).is_merged() and repo.get_issue(3).state == "closed"
clash = repo.create_pull(title="Zwei", body="", head="clash", base="main")
try:
    clash.merge()
    raise AssertionError("the conflict was not refused")
except GithubException as error:
    assert error.status == 405, error

# Releases: the upload goes to upload_url.
release = repo.create_git_release("v1.0", "One", "The first")
asset = release.upload_asset(os.environ["ASSET"], label="Asset", content_type="text/plain")
assert (asset.size, [one.name for one in release.get_assets()]) == (5, [asset.name])

try:
    repo.get_issue(9999)
    raise AssertionError("there is no such issue")
except UnknownObjectException as error:
    assert error.data["message"] == "Not Found"
assert client.search_issues('repo:acme/web is:issue "Issue 42"').totalCount == 1
